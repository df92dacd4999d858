import type { OwnDayWrong } from '#contract/ownDayFigures.ts';
import type { Settings } from '../store/meta.ts';

/** The words of 'My day' alone: loaded with that screen, so that they are no part of the first. */
type OwnDayWords = {
  how: string;
  agree: string;
  wrong: string;
  whatWrong: string;
  wrongs: Record<OwnDayWrong, string>;
  agreed: (time: string) => string;
  told: (what: string, time: string) => string;
  changed: string;
  pin: string;
  pinHow: string;
  wrongPin: string;
};
export const OWN_DAY_WORDS: Record<Settings['language'], OwnDayWords> = {
  en: {
    how: 'Scan your badge to see your day',
    agree: 'Agree',
    wrong: 'Something is wrong',
    whatWrong: 'What is wrong?',
    wrongs: { hours: 'Not my hours', pieces: 'Pieces missing', product: 'Wrong product', other: 'Other' },
    agreed: (time) => `Agreed ${time}`,
    told: (what, time) => `${what}: for the office, ${time}`,
    changed: 'The office has other figures now:',
    pin: 'Your PIN',
    pinHow: 'Forgotten? The office makes a new one.',
    wrongPin: 'Wrong PIN.',
  },
  es: {
    how: 'Escanee su credencial para ver su día',
    agree: 'De acuerdo',
    wrong: 'Algo está mal',
    whatWrong: '¿Qué está mal?',
    wrongs: { hours: 'No son mis horas', pieces: 'Faltan piezas', product: 'Producto equivocado', other: 'Otra cosa' },
    agreed: (time) => `De acuerdo ${time}`,
    told: (what, time) => `${what}: para la oficina, ${time}`,
    changed: 'La oficina tiene ahora otras cifras:',
    pin: 'Su PIN',
    pinHow: '¿Olvidado? La oficina crea uno nuevo.',
    wrongPin: 'PIN incorrecto.',
  },
  af: {
    how: 'Skandeer u kaart om u dag te sien',
    agree: 'Stem saam',
    wrong: 'Iets is verkeerd',
    whatWrong: 'Wat is verkeerd?',
    wrongs: { hours: 'Nie my ure nie', pieces: 'Stukke kort', product: 'Verkeerde produk', other: 'Ander' },
    agreed: (time) => `Saamgestem ${time}`,
    told: (what, time) => `${what}: vir die kantoor, ${time}`,
    changed: 'Die kantoor het nou ander syfers:',
    pin: 'U PIN',
    pinHow: 'Vergeet? Die kantoor maak ’n nuwe een.',
    wrongPin: 'Verkeerde PIN.',
  },
  pt: {
    how: 'Leia o seu cartão para ver o seu dia',
    agree: 'Concordo',
    wrong: 'Há algo errado',
    whatWrong: 'O que está errado?',
    wrongs: { hours: 'Não são as minhas horas', pieces: 'Faltam peças', product: 'Produto errado', other: 'Outro' },
    agreed: (time) => `De acordo ${time}`,
    told: (what, time) => `${what}: para o escritório, ${time}`,
    changed: 'O escritório tem agora outros números:',
    pin: 'O seu PIN',
    pinHow: 'Esqueceu-se? O escritório cria um novo.',
    wrongPin: 'PIN errado.',
  },
};
