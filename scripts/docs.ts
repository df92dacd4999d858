import { writeGenerated } from '../build/reference/write.ts';

writeGenerated('.');
