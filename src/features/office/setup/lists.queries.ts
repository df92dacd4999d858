import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import {
  type ContainerKind,
  type ContainerKindValue,
  createContainerKind,
  deleteContainerKind,
  listContainerKinds,
  updateContainerKind,
} from '#contract/masterData/containers.ts';
import {
  createDefect,
  type Defect,
  type DefectValue,
  deleteDefect,
  listDefects,
  updateDefect,
} from '#contract/masterData/defects.ts';
import {
  createHoursRule,
  deleteHoursRule,
  type HoursRuleValue,
  listHoursRules,
  type SetupHoursRule,
  updateHoursRule,
} from '#contract/masterData/hoursRules.ts';
import {
  createTeam,
  deleteTeam,
  listTeams,
  type Team,
  type TeamValue,
  updateTeam,
} from '#contract/masterData/teams.ts';
import {
  createSetupGroup,
  createSetupHoliday,
  createSetupLookupEntry,
  deleteSetupGroup,
  deleteSetupHoliday,
  deleteSetupLookupEntry,
  listSetupGroups,
  listSetupHolidays,
  listSetupLookups,
  listSetupShifts,
  nameSetupLookup,
  rotateSetupShifts,
  type SetupGroup,
  type SetupHoliday,
  type SetupLookupEntry,
  type SetupShifts,
  type ShiftDay,
  setSetupShifts,
  updateSetupGroup,
  updateSetupHoliday,
  updateSetupLookupEntry,
} from '#contract/office/setupLists.ts';
import { call } from '../../../api/call.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';
import { preview, previewing, type Shown, saving, setupKey } from './setup.queries.ts';

/** Queries of groups, lookups, holidays and shifts. A deletion or change sends the basis of the record as it was shown. */
const silent = { silent: true };

export const setupGroupsQuery = (accountId: string) =>
  queryOf(listSetupGroups, [...setupKey(accountId), 'groups'], {
    request: () => ({ query: { accountId } }),
    select: ({ groups }) => groups,
    meta: silent,
  });
export const saveGroupMutation = (accountId: string, shown: SetupGroup | null, kind: SetupGroup['kind']) =>
  mutationOptions({
    mutationFn: ({ name, code }: { name: string; code: string }) =>
      shown
        ? call(updateSetupGroup, {
            params: { groupId: shown._id },
            query: { accountId },
            body: { name, basis: shown.basis },
          })
        : call(createSetupGroup, { query: { accountId }, body: { kind, name, ...(code && { code }) } }),
    meta: saving(accountId),
  });
export const deleteGroupMutation = (accountId: string) =>
  mutationOf(deleteSetupGroup, saving(accountId), ({ _id, basis }: Shown) => ({
    params: { groupId: _id },
    query: { accountId, basis },
  }));

export const setupLookupsQuery = (accountId: string) =>
  queryOf(listSetupLookups, [...setupKey(accountId), 'lookups'], {
    request: () => ({ query: { accountId } }),
    select: ({ lookups }) => lookups,
    meta: silent,
  });
export const saveLookupEntryMutation = (accountId: string, shown: SetupLookupEntry | null, lookup: 1 | 2) =>
  mutationOptions({
    mutationFn: ({ code, description }: { code: string; description: string }) =>
      shown
        ? call(updateSetupLookupEntry, {
            params: { lookupEntryId: shown._id },
            query: { accountId },
            body: { description, basis: shown.basis },
          })
        : call(createSetupLookupEntry, { query: { accountId }, body: { lookup, code, description } }),
    meta: saving(accountId),
  });
export const deleteLookupEntryMutation = (accountId: string) =>
  mutationOf(deleteSetupLookupEntry, saving(accountId), ({ _id, basis }: Shown) => ({
    params: { lookupEntryId: _id },
    query: { accountId, basis },
  }));
export const nameLookupMutation = (accountId: string, { lookup, basis }: { lookup: 1 | 2; basis: string }) =>
  mutationOf(nameSetupLookup, saving(accountId), (name: string) => ({
    params: { lookup: lookup === 1 ? '1' : '2' },
    query: { accountId },
    body: { name, basis },
  }));

export const containerKindsQuery = (accountId: string) =>
  queryOf(listContainerKinds, [...setupKey(accountId), 'container-kinds'], {
    request: () => ({ query: { accountId } }),
    meta: silent,
  });
export const saveContainerKindMutation = (accountId: string, shown: ContainerKind | null) =>
  mutationOptions({
    mutationFn: (body: ContainerKindValue) =>
      shown
        ? call(updateContainerKind, {
            params: { containerKindId: shown._id },
            query: { accountId },
            body: { ...body, basis: shown.basis },
          })
        : call(createContainerKind, { query: { accountId }, body }),
    meta: saving(accountId),
  });
export const deleteContainerKindMutation = (accountId: string) =>
  mutationOf(deleteContainerKind, saving(accountId), ({ _id, basis }: Shown) => ({
    params: { containerKindId: _id },
    query: { accountId, basis },
  }));

export const defectsQuery = (accountId: string) =>
  queryOf(listDefects, [...setupKey(accountId), 'defects'], {
    request: () => ({ query: { accountId } }),
    select: ({ defects }) => defects,
    meta: silent,
  });
export const saveDefectMutation = (accountId: string, shown: Defect | null) =>
  mutationOptions({
    mutationFn: (body: DefectValue) =>
      shown
        ? call(updateDefect, {
            params: { defectId: shown._id },
            query: { accountId },
            body: { ...body, basis: shown.basis },
          })
        : call(createDefect, { query: { accountId }, body }),
    meta: saving(accountId),
  });
export const deleteDefectMutation = (accountId: string) =>
  mutationOf(deleteDefect, saving(accountId), ({ _id, basis }: Shown) => ({
    params: { defectId: _id },
    query: { accountId, basis },
  }));

export const teamsQuery = (accountId: string) =>
  queryOf(listTeams, [...setupKey(accountId), 'teams'], {
    request: () => ({ query: { accountId } }),
    select: ({ teams }) => teams,
    meta: silent,
  });
export const saveTeamMutation = (accountId: string, shown: Team | null) =>
  mutationOptions({
    mutationFn: (body: TeamValue) =>
      shown
        ? call(updateTeam, {
            params: { teamId: shown._id },
            query: { accountId },
            body: { ...body, basis: shown.basis },
          })
        : call(createTeam, { query: { accountId }, body }),
    meta: saving(accountId),
  });
export const deleteTeamMutation = (accountId: string) =>
  mutationOf(deleteTeam, saving(accountId), ({ _id, basis }: Shown) => ({
    params: { teamId: _id },
    query: { accountId, basis },
  }));

export const setupHolidaysQuery = (accountId: string) =>
  queryOf(listSetupHolidays, [...setupKey(accountId), 'holidays'], {
    request: () => ({ query: { accountId } }),
    select: ({ holidays }) => holidays,
    meta: silent,
  });
type Holiday = { date: string; name: string; timeGroupId: string | null };
type AccountQuery = { accountId: string; preview?: '1' };
type Options = { signal?: AbortSignal };
const putHoliday = (query: AccountQuery, shown: SetupHoliday | null, body: Holiday, options: Options = {}) =>
  shown
    ? call(
        updateSetupHoliday,
        { params: { holidayId: shown._id }, query, body: { ...body, basis: shown.basis } },
        options,
      )
    : call(createSetupHoliday, { query, body }, options);
const dropHoliday = (query: AccountQuery, { _id, basis }: Shown, options: Options = {}) =>
  call(deleteSetupHoliday, { params: { holidayId: _id }, query: { ...query, basis } }, options);
/** Returns the preview of a holiday, or its deletion: whose days it would recalculate. */
export const previewHolidayQuery = (accountId: string, shown: SetupHoliday | null, body: Holiday) =>
  previewing(accountId, ['holiday', shown?.basis, body], (signal) =>
    putHoliday(preview(accountId), shown, body, { signal }),
  );
export const previewNoHolidayQuery = (accountId: string, shown: Shown) =>
  previewing(accountId, ['no-holiday', shown], (signal) => dropHoliday(preview(accountId), shown, { signal }));
export const saveHolidayMutation = (accountId: string, shown: SetupHoliday | null) =>
  mutationOptions({
    mutationFn: (body: Holiday) => putHoliday({ accountId }, shown, body),
    meta: saving(accountId),
  });
export const deleteHolidayMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (shown: Shown) => dropHoliday({ accountId }, shown),
    meta: saving(accountId),
  });

export const hoursRulesQuery = (accountId: string) =>
  queryOf(listHoursRules, [...setupKey(accountId), 'hours-rules'], {
    request: () => ({ query: { accountId } }),
    select: ({ hoursRules }) => hoursRules,
    meta: silent,
  });
export type HoursRuleInput = HoursRuleValue & Pick<SetupHoursRule, 'timeGroupId' | 'from'>;
const putHoursRule = (
  query: AccountQuery,
  shown: SetupHoursRule | null,
  body: HoursRuleInput,
  options: Options = {},
) =>
  shown
    ? call(
        updateHoursRule,
        { params: { hoursRuleId: shown._id }, query, body: { ...body, basis: shown.basis } },
        options,
      )
    : call(createHoursRule, { query, body }, options);
const dropHoursRule = (query: AccountQuery, { _id, basis }: Shown, options: Options = {}) =>
  call(deleteHoursRule, { params: { hoursRuleId: _id }, query: { ...query, basis } }, options);
/** Returns the preview of a rule, or its deletion: whose days it would recalculate. */
export const previewHoursRuleQuery = (accountId: string, shown: SetupHoursRule | null, body: HoursRuleInput) =>
  previewing(accountId, ['hours-rule', shown?.basis, body], (signal) =>
    putHoursRule(preview(accountId), shown, body, { signal }),
  );
export const previewNoHoursRuleQuery = (accountId: string, shown: Shown) =>
  previewing(accountId, ['no-hours-rule', shown], (signal) => dropHoursRule(preview(accountId), shown, { signal }));
export const saveHoursRuleMutation = (accountId: string, shown: SetupHoursRule | null) =>
  mutationOptions({
    mutationFn: (body: HoursRuleInput) => putHoursRule({ accountId }, shown, body),
    meta: saving(accountId),
  });
export const deleteHoursRuleMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: (shown: Shown) => dropHoursRule({ accountId }, shown),
    meta: saving(accountId),
  });

export const setupShiftsQuery = (accountId: string) =>
  queryOf(listSetupShifts, [...setupKey(accountId), 'shifts'], {
    request: () => ({ query: { accountId } }),
    select: ({ shifts }) => shifts,
    meta: silent,
  });

type Week = { from: string | null; days: ShiftDay[] };
const putShifts = (query: AccountQuery, { timeGroupId, basis }: SetupShifts, week: Week, options: Options = {}) =>
  call(setSetupShifts, { params: { timeGroupId }, query, body: { ...week, basis } }, options);
/** Returns the preview of a week: whose days it would recalculate. */
export const previewShiftsQuery = (accountId: string, shown: SetupShifts, week: Week) =>
  previewing(accountId, ['shifts', shown.timeGroupId, shown.basis, week], (signal) =>
    putShifts(preview(accountId), shown, week, { signal }),
  );
export const saveShiftsMutation = (accountId: string, shown: SetupShifts) =>
  mutationOptions({
    mutationFn: (week: Week) => putShifts({ accountId }, shown, week),
    meta: saving(accountId, t`Shifts saved`),
  });

export type Rotation = { from: string; until: string; weeks: string[] };
const putRotation = (query: AccountQuery, { timeGroupId, basis }: SetupShifts, body: Rotation, options: Options = {}) =>
  call(rotateSetupShifts, { params: { timeGroupId }, query, body: { ...body, basis } }, options);
/** Returns the preview of weeks that repeat: whose days they would recalculate. */
export const previewRotationQuery = (accountId: string, shown: SetupShifts, rotation: Rotation) =>
  previewing(accountId, ['rotation', shown.timeGroupId, shown.basis, rotation], (signal) =>
    putRotation(preview(accountId), shown, rotation, { signal }),
  );
export const saveRotationMutation = (accountId: string, shown: SetupShifts) =>
  mutationOptions({
    mutationFn: (rotation: Rotation) => putRotation({ accountId }, shown, rotation),
    meta: saving(accountId, t`Shifts saved`),
  });
