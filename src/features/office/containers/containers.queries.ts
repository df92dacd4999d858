import { type ContainerList, listContainers } from '#contract/office/containers.ts';
import { queryOf } from '../../../api/query.ts';

type Asked = { from: string; to: string; list: ContainerList; number: string };
/** Containers of some days; they name people, so they are never kept on disk. */
export const containersQuery = (accountId: string, { number, ...asked }: Asked) =>
  queryOf(listContainers, ['stats', accountId, 'containers', { ...asked, number }], {
    request: () => ({ query: { ...asked, ...(number && { number }) } }),
    meta: { silent: true },
  });
