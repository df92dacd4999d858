import { afterAll, beforeAll } from 'vitest';
import { language } from '#contract/platform/common.ts';
import type { Language } from '#contract/platform/languages.ts';
import { known, wordsFrom } from '#server/platform/words/words.ts';

/** The few translations by which tests see whose language words are in, whatever the catalogues hold. */
const TRANSLATIONS: Record<Exclude<Language, 'en'>, Record<string, string>> = {
  af: {
    'One of your recovery codes was used. {left, plural, one {# is left.} other {# are left.}}':
      'Een van jou herstelkodes is gebruik. {left, plural, one {# is oor.} other {# is oor.}}',
  },
  es: {
    'Days of {name}': 'Días de {name}',
    'In, out': 'Entrada, salida',
    '{from} to {to}': '{from} a {to}',
    Present: 'Presente',
    'Drawn for {name} by seed {seed}. Sample {drawn} that this account has drawn of these days.':
      'Sorteada para {name} con la semilla {seed}: la muestra {drawn} de esta cuenta de estos días.',
    'Limits of Hours': 'Límites de horas',
    '{limit} {reached} of {most}': '{limit}: {reached} de {most}',
    'Hours a day': 'Horas al día',
    near: 'cerca',
    'Hello {firstName},': 'Hola, {firstName}:',
    'Reset your Tallyboard password': 'Restablecer su contraseña de Tallyboard',
    'Set a new password': 'Elegir una contraseña nueva',
    'This mail was sent by Tallyboard.': 'Tallyboard ha enviado este correo.',
    '{present, plural, other {{present} present}}, {absent, plural, other {{absent} absent}}, {late, plural, other {{late} late}}':
      '{present, plural, one {# presente} other {# presentes}}, {absent, plural, one {# ausente} other {# ausentes}}, {late} con retraso',
    Expected: 'Previstos',
    'Open the dashboard': 'Abrir el panel',
    'To be taken off this list: {address}': 'Para no recibirlos más: {address}',
    'One of your recovery codes was used. {left, plural, one {# is left.} other {# are left.}}':
      'Se ha usado un código de recuperación. {left, plural, one {Queda #.} other {Quedan #.}}',
  },
  fr: {
    Roll: 'Relevé',
    'P L A U E O N': 'P R A N E O T',
    '(none)': '(aucun)',
    'Days Present': 'Jours de présence',
    '{letters}; a dot: a punch is missing; a star: corrected or excused.':
      '{letters} ; un point : un pointage manque ; une étoile : corrigé ou excusé.',
    'Hours a day': 'Heures par jour',
    '{limit} {reached} of {most}': '{limit} : {reached} sur {most}',
    '{date}, {first} to {last}: {limit}, at {at}': '{date}, de {first} à {last} : {limit}, à {at}',
    '{was}, now {is}': '{was}, désormais {is}',
    'OUT {time}': 'SORTIE {time}',
    'by {name}': 'par {name}',
    'Forgot to clock': 'Oubli de pointage',
    '{report} Report': 'Rapport : {report}',
    'Employee Attendance': 'Présence des salariés',
    'First Name': 'Prénom',
    Status: 'Statut',
    Present: 'Présent',
    Corrected: 'Corrigé',
    Remarks: 'Remarques',
    'missing-out': 'sortie manquante',
    '{label} (h:mm)': '{label} (h:min)',
    Total: 'Somme',
    About: 'À propos',
    'Made {madeAt}': 'Établi le {madeAt}',
    '{from} to {to}': 'du {from} au {to}',
    '{accountName}, {from} to {to}. Made {madeAt}.': '{accountName}, du {from} au {to}. Établi le {madeAt}.',
    '{lookup} Code': 'Code {lookup}',
    'One of your recovery codes was used. {left, plural, one {# is left.} other {# are left.}}':
      'Un de vos codes de secours a été utilisé. {left, plural, one {Il en reste #.} other {Il en reste # autres.}}',
  },
  pt: {
    Unsubscribe: 'Cancelar a subscrição',
    Ended: 'Terminada',
    'Hello {firstName},': 'Olá, {firstName}:',
    'Reset your Tallyboard password': 'Repor a sua palavra-passe do Tallyboard',
    'Set a new password': 'Escolher uma palavra-passe nova',
    'This mail was sent by Tallyboard.': 'Este e-mail foi enviado pelo Tallyboard.',
    '{present, plural, other {{present} present}}, {absent, plural, other {{absent} absent}}, {late, plural, other {{late} late}}':
      '{present, plural, one {# presente} other {# presentes}}, {absent, plural, one {# ausente} other {# ausentes}}, {late, plural, one {# atrasado} other {# atrasados}}',
    Expected: 'Previstos',
    Late: 'Atrasados',
    'A new attendance summary is ready.': 'Há um novo resumo da assiduidade.',
    'Open the dashboard': 'Abrir o painel',
    'To be taken off this list: {address}': 'Para deixar de os receber: {address}',
    'One of your recovery codes was used. {left, plural, one {# is left.} other {# are left.}}':
      'Foi usado um código de recuperação. {left, plural, one {Resta #.} other {Restam #.}}',
  },
};

const testWords = Object.entries(TRANSLATIONS).map(([code, texts]) =>
  wordsFrom(language.parse(code), new Map(Object.entries(texts))),
);

/** Has the server say these for the tests of a file, in place of what its catalogues hold. */
export function useTestWords() {
  beforeAll(() => {
    for (const words of testWords) known.set(words.language, words);
  });
  afterAll(() => known.clear());
}
