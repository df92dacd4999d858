import type { Settings } from '../store/meta.ts';

/** The words of 'Set up' and 'Ready?' alone: loaded with these screens, so that they are no part of the first. */
type SetUpWords = {
  appleFirst: string;
  appleAnyway: string;
  codeUnknown: string;
  codeUsed: string;
  codeTooMany: (minutes: number) => string;
  needsConnection: string;
  needsHttps: string;
  wrongDate: (date: string) => string;
  chooseCodeHow: string;
  installedHow: string;
  protectedHow: string;
  clockHow: string;
  peopleHow: string;
  pinHow: string;
  standaloneNeeds: string;
};
export const SET_UP_WORDS: Record<Settings['language'], SetUpWords> = {
  en: {
    appleFirst:
      'First put the Recorder on the home screen: Share, Add to Home Screen. Open it there and scan the code again.',
    appleAnyway: 'Use it in Safari anyway',
    codeUnknown: 'This code is not known. Check it and try again.',
    codeUsed: 'This code was used or has expired. Ask your administrator for a new one.',
    codeTooMany: (minutes) => `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    needsConnection: 'Activating needs a connection.',
    needsHttps: 'Ask for an address that begins with https.',
    wrongDate: (date) => `This device’s date is ${date}. Set date and time to automatic, else it cannot connect.`,
    chooseCodeHow: '4 to 8 digits, not 0000 or 1234',
    installedHow: 'In the browser’s menu: Install, or Add to Home Screen.',
    protectedHow: 'Install the Recorder, then open it again: browsers protect what is installed.',
    clockHow: 'Set date and time to automatic. Until then times are corrected.',
    peopleHow: 'Nobody is here yet: ask the office to assign people to this device.',
    pinHow:
      'Settings, Security, App pinning (Android) or Guided Access (iPhone): nobody leaves the Recorder by accident.',
    standaloneNeeds: 'A standalone device starts once it is installed and its storage is protected.',
  },
  es: {
    appleFirst:
      'Primero ponga el Recorder en la pantalla de inicio: Compartir, Añadir a pantalla de inicio. Ábralo allí y escanee el código de nuevo.',
    appleAnyway: 'Usarlo en Safari de todos modos',
    codeUnknown: 'Este código no se conoce. Compruébelo e inténtelo de nuevo.',
    codeUsed: 'Este código ya se usó o ha caducado. Pida uno nuevo a su administrador.',
    codeTooMany: (minutes) =>
      `Demasiados códigos incorrectos. Inténtelo de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
    needsConnection: 'Para activar hace falta conexión.',
    needsHttps: 'Pida una dirección que empiece por https.',
    wrongDate: (date) =>
      `La fecha de este dispositivo es ${date}. Ponga la fecha y la hora en automático; si no, no puede conectarse.`,
    chooseCodeHow: 'De 4 a 8 cifras, no 0000 ni 1234',
    installedHow: 'En el menú del navegador: Instalar, o Añadir a pantalla de inicio.',
    protectedHow: 'Instale el Recorder y ábralo de nuevo: los navegadores protegen lo instalado.',
    clockHow: 'Ponga la fecha y la hora en automático. Hasta entonces se corrigen las horas.',
    peopleHow: 'Todavía no hay nadie: pida a la oficina que asigne personas a este dispositivo.',
    pinHow:
      'Ajustes, Seguridad, Fijar aplicaciones (Android) o Acceso guiado (iPhone): nadie sale del Recorder sin querer.',
    standaloneNeeds: 'Un dispositivo autónomo empieza cuando está instalado y su almacenamiento está protegido.',
  },
  af: {
    appleFirst:
      'Sit die Recorder eers op die tuisskerm: Deel, Voeg by tuisskerm. Maak dit daar oop en skandeer die kode weer.',
    appleAnyway: 'Gebruik dit tog in Safari',
    codeUnknown: 'Hierdie kode is nie bekend nie. Kyk dit na en probeer weer.',
    codeUsed: 'Hierdie kode is gebruik of het verval. Vra u administrateur vir ’n nuwe een.',
    codeTooMany: (minutes) =>
      `Te veel verkeerde kodes. Probeer weer oor ${minutes} ${minutes === 1 ? 'minuut' : 'minute'}.`,
    needsConnection: 'Aktivering het ’n verbinding nodig.',
    needsHttps: 'Vra vir ’n adres wat met https begin.',
    wrongDate: (date) =>
      `Hierdie toestel se datum is ${date}. Stel datum en tyd op outomaties, anders kan dit nie verbind nie.`,
    chooseCodeHow: '4 tot 8 syfers, nie 0000 of 1234 nie',
    installedHow: 'In die blaaier se kieslys: Installeer, of Voeg by tuisskerm.',
    protectedHow: 'Installeer die Recorder en maak dit weer oop: blaaiers beskerm wat geïnstalleer is.',
    clockHow: 'Stel datum en tyd op outomaties. Tot dan word tye reggestel.',
    peopleHow: 'Hier is nog niemand nie: vra die kantoor om mense aan hierdie toestel toe te wys.',
    pinHow:
      'Instellings, Sekuriteit, Vaspen van toeps (Android) of Begeleide toegang (iPhone): niemand verlaat die Recorder per ongeluk nie.',
    standaloneNeeds: '’n Alleenstaande toestel begin sodra dit geïnstalleer is en sy berging beskerm is.',
  },
  pt: {
    appleFirst:
      'Primeiro ponha o Recorder no ecrã principal: Partilhar, Adicionar ao ecrã principal. Abra-o lá e leia o código de novo.',
    appleAnyway: 'Usar no Safari mesmo assim',
    codeUnknown: 'Este código não é conhecido. Verifique-o e tente de novo.',
    codeUsed: 'Este código já foi usado ou expirou. Peça um novo ao seu administrador.',
    codeTooMany: (minutes) =>
      `Demasiados códigos errados. Tente de novo dentro de ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
    needsConnection: 'Para ativar é preciso ligação.',
    needsHttps: 'Peça um endereço que comece por https.',
    wrongDate: (date) =>
      `A data deste dispositivo é ${date}. Ponha a data e a hora em automático, senão não consegue ligar.`,
    chooseCodeHow: '4 a 8 algarismos, não 0000 nem 1234',
    installedHow: 'No menu do navegador: Instalar, ou Adicionar ao ecrã principal.',
    protectedHow: 'Instale o Recorder e abra-o de novo: os navegadores protegem o que está instalado.',
    clockHow: 'Ponha a data e a hora em automático. Até lá as horas são corrigidas.',
    peopleHow: 'Ainda não há ninguém: peça ao escritório que atribua pessoas a este dispositivo.',
    pinHow:
      'Definições, Segurança, Fixação de aplicações (Android) ou Acesso guiado (iPhone): ninguém sai do Recorder sem querer.',
    standaloneNeeds: 'Um dispositivo autónomo começa quando está instalado e o seu armazenamento está protegido.',
  },
};
