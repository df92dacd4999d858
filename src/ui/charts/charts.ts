import { BarChart, PieChart } from '@mantine/charts';
import { ResponsiveContainer } from 'recharts';

/** The chart library, behind one dynamic import: a third of all that the dashboard loads, and never in its first picture. */
export const charts = { BarChart, PieChart, ResponsiveContainer };
