import { BarChart, DonutChart } from '@mantine/charts';
import { ResponsiveContainer } from 'recharts';

/** The chart library, behind one dynamic import: it is a third of all that the dashboard loads, and never needed for its first picture. */
export const charts = { BarChart, DonutChart, ResponsiveContainer };
