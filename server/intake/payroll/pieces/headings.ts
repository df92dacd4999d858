import type { PieceField } from '#contract/intake/pieceList.ts';
import { createFieldOf } from '../../../platform/files/headings.ts';
import { PERSON_HEADINGS } from '../../../platform/files/personHeadings.ts';

/**
 * The headings by which people call what piecework needs, in the languages of the application. A heading of the template is the first of its field. An
 * 'Amount' is money or units: it is asked.
 */
const NAMES: Readonly<Record<Exclude<PieceField, 'unitsOfDay' | 'unitsOfProduct'>, string>> = {
  code: 'code, record id, reference',
  units: `units, quantity, qty, pieces, bins, crates, boxes, trays, lugs, buckets, bags, bunches, cartons, total units, count, punnets, no of units, number of units, no of bins, no of crates, bins picked, piece count, kg, kgs, kilos, kilograms, kilogram, weight, net weight, net kg, gross weight, baskets, totes, flats, sacks, pails, lug boxes,
    unidades, cantidad, piezas, cajas, kilos, kg netos, kg brutos, kilogramos, peso neto, quilos, quilogramas, peso líquido, poids, poids net, gewig, cajones, jabas, javas, canastas, canastillas, bandejas, gavetas, huacales, rejas, cubetas, baldes, cestas, cestos, capachos, bolsas, sacos, racimos, manojos, bultos,
    quantidade, peças, caixas, caixotes, tabuleiros, cachos, contentores, quantité, pièces, unités, caisses, cagettes, cageots, clayettes, plateaux, seaux, paniers, bacs, barquettes, bottes, kilos,
    eenhede, hoeveelheid, stukke, kratte, kiste, bakke, mandjies, emmers, sakke, bosse`,
  startedAt: `started at, date, start, date and time, datetime, started, day, work date, picking date, pick date, date picked, pack date, date packed, packing date, activity date, production date, harvest date, date harvested, date worked, plukdatum, oesdatum, fecha de cosecha, fecha cosecha, data da colheita, data de colheita, date de récolte, fecha,
    fecha y hora, data, data e hora, jour, date et heure, datum, dag, inicio, início, début, begin`,
  startTime:
    'start time, from, time, hora, hora inicio, hora de inicio, hora de início, heure, heure de début, de, desde, tyd, begintyd, van',
  endedAt: 'ended at, end, ended, end date, fin, fim, einde',
  endTime:
    'end time, to, finish, finish time, until, hora fin, hora fim, hora de fin, hora de fim, heure de fin, hasta, até, à, eindtyd, tot',
  hours: 'hours, duration, hrs, hours worked, horas, heures, ure',
  lookup1: `lookup 1, lookup 1 code, crop id, crop code, variety id, variety code, product id, product code, item id, item code, product, product name, piece type, unit type, container, crop, variety, commodity, cultivar, item, article, style, producto, cultivo, variedad, artículo,
    produto, cultura, variedade, artigo, produit, variété, article, produk, kultivar`,
  lookup2: `lookup 2, lookup 2 code, block id, block code, field id, field code, block, field, cuartel, orchard, plot, row, line, location, bloque, parcela, lote, talhão, setor, campo, huerto,
    parcelle, bloc, verger, blok, boord, ry`,
  jobDescription:
    'job description, job id, job code, task id, task code, job, task, activity, operation, work, tarea, labor, actividad, tarefa, atividade, tâche, activité, taak, werk',
  ...PERSON_HEADINGS,
  // Jobs, which a list of people has as values.
  number: `${PERSON_HEADINGS.number}, packer no, packer number, packer id, packer code, operator no, operator number, operator id, operator code`,
  fullName: `${PERSON_HEADINGS.fullName}, packer, packer name, operator, operator name`,
};

const named = createFieldOf(NAMES);
/** A count of units that says so: 'Nombre de caisses', 'Aantal kratte', 'Pieces completed'. */
const COUNT_OF = /^(?:(?:no\.?|number|count) of|n[º°o]\.? de|nombre de|número de|aantal) (.+)$/iu;
const DONE = /^(.+) (?:picked|packed|harvested|completed|done|produced|made)$/iu;
/** Returns the field of piecework that a heading names; null where none is known. */
export function pieceFieldOf(heading: string): PieceField | null {
  const text = heading.trim();
  const unit = COUNT_OF.exec(text)?.[1] ?? DONE.exec(text)?.[1];
  return named(heading) ?? (unit && named(unit) === 'units' ? 'units' : null);
}
