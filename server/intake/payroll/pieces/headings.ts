import type { PieceField } from '#contract/intake/pieceList.ts';
import { createFieldOf } from '../../../platform/files/headings.ts';
import { PERSON_HEADINGS } from '../../../platform/files/personHeadings.ts';

/**
 * The headings by which people call what piecework needs, in the languages of the application. A heading of the template is the first of its field. An
 * 'Amount' is money or units: it is asked.
 */
const NAMES: Readonly<Record<Exclude<PieceField, 'unitsOfDay' | 'unitsOfProduct'>, string>> = {
  code: 'code, record id, reference',
  units: `units, quantity, qty, pieces, bins, crates, boxes, trays, lugs, buckets, bags, bunches, cartons, total units, count, punnets, no of units, number of units, no of bins, no of crates, bins picked, piece count, kg, kgs, kilos, weight,
    unidades, cantidad, piezas, cajas, kilos, cajones, quantidade, peças, caixas, quantité, pièces, unités, caisses, kilos,
    eenhede, hoeveelheid, stukke, kratte, kiste, bakke`,
  startedAt: `started at, date, start, date and time, datetime, started, day, work date, picking date, pick date, date picked, harvest date, date harvested, date worked, plukdatum, oesdatum, fecha de cosecha, fecha cosecha, data da colheita, data de colheita, date de récolte, fecha,
    fecha y hora, data, data e hora, jour, date et heure, datum, dag, inicio, início, début, begin`,
  startTime:
    'start time, from, time, hora, hora inicio, hora de inicio, hora de início, heure, heure de début, de, desde, tyd, begintyd, van',
  endedAt: 'ended at, end, ended, end date, fin, fim, einde',
  endTime:
    'end time, to, finish, finish time, until, hora fin, hora fim, hora de fin, hora de fim, heure de fin, hasta, até, à, eindtyd, tot',
  hours: 'hours, duration, hrs, hours worked, horas, heures, ure',
  lookup1: `lookup 1, lookup 1 code, product, product name, piece type, unit type, container, crop, variety, commodity, cultivar, item, article, style, producto, cultivo, variedad, artículo,
    produto, cultura, variedade, artigo, produit, variété, article, produk, kultivar`,
  lookup2: `lookup 2, lookup 2 code, block, field, cuartel, orchard, plot, row, line, location, bloque, parcela, lote, talhão, setor, campo, huerto,
    parcelle, bloc, verger, blok, boord, ry`,
  jobDescription:
    'job description, job, task, activity, operation, work, tarea, labor, actividad, tarefa, atividade, tâche, activité, taak, werk',
  ...PERSON_HEADINGS,
};

/** Returns the field of piecework that a heading names; null where none is known. */
export const pieceFieldOf = createFieldOf(NAMES);
