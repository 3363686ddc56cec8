import { z } from "zod";
import { STATUS } from "@/db/schema/organisation";
import { SYNC_ACTIONS, SYNC_STATUS } from "@/lib/config/channel-kinds";
import { pageOf } from "@/lib/endpoint/answers";
import { SYNC_SUBJECTS } from "./kinds";

export const syncRunDto = z.strictObject({
  id: z.uuid(),
  channelId: z.uuid(),
  status: z.enum(SYNC_STATUS),
  trigger: z.enum(["manual", "schedule"]),
  /** Who began or applied it; null: the schedule, or somebody who is gone. */
  actor: z.string().nullable(),
  /** Count by `<user|department>.<action>`. */
  summary: z.record(z.string(), z.int()),
  /** Lines to carry out, and how many were; people read while the directory is read. */
  total: z.int(),
  done: z.int(),
  /** Lines that could not be carried out. */
  failed: z.int(),
  needsReview: z.boolean(),
  /** A ChannelReason, an error key or `syncInterrupted`. */
  failure: z.string().nullable(),
  /** The channel's settings have changed since. */
  isStale: z.boolean(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type SyncRunDto = z.infer<typeof syncRunDto>;

export const roleNameDto = z.strictObject({ id: z.uuid(), name: z.string(), nameEn: z.string().nullable() });
export type RoleName = z.infer<typeof roleNameDto>;

/** A department as it is or will be. */
const departmentValuesDto = z.strictObject({
  name: z.string(),
  /** Null only for one whose parent is made by the same plan; then `parentRef` names it there. */
  parentId: z.uuid().nullable(),
  parentRef: z.string().optional(),
  /** For readers. */
  parent: z.string(),
  status: z.enum(STATUS),
  /** Set when it is closed: nobody changed it since while its time of change is this one. */
  since: z.iso.datetime().optional(),
});

/** A person as they are or will be. */
const personValuesDto = z.strictObject({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  departmentId: z.uuid().nullable(),
  departmentRef: z.string().optional(),
  /** For readers. */
  department: z.string(),
  status: z.enum(STATUS),
  addRoleIds: z.array(z.uuid()).optional(),
  removeRoleIds: z.array(z.uuid()).optional(),
  since: z.iso.datetime().optional(),
});
const valuesDto = z.union([departmentValuesDto, personValuesDto]);

export const syncItemDto = z.strictObject({
  no: z.int(),
  subject: z.enum(SYNC_SUBJECTS),
  action: z.enum(SYNC_ACTIONS),
  targetId: z.uuid().nullable(),
  name: z.string(),
  account: z.string(),
  before: valuesDto.nullable(),
  after: valuesDto.nullable(),
  addedRoles: z.array(roleNameDto),
  removedRoles: z.array(roleNameDto),
  /** Why it is left alone, or could not be done. */
  reason: z.string().nullable(),
  state: z.enum(["planned", "done", "failed"]),
});
export type SyncItemDto = z.infer<typeof syncItemDto>;

/** When a directory is read, and what may happen without anybody looking. */
const channelSyncDto = z.strictObject({
  schedule: z.enum(["off", "hourly", "daily"]),
  /** Hour of the product's time zone, for `daily`. */
  hour: z.int(),
  /** A scheduled plan that would disable more of the channel's people than this waits for a person, percent. */
  disableMaxPercent: z.int(),
  departments: z.boolean(),
});

export const syncRunPageDto = pageOf(syncRunDto).extend({ settings: channelSyncDto.extend({ revision: z.string() }) });
export type SyncRunPage = z.infer<typeof syncRunPageDto>;

export const syncItemPageDto = pageOf(syncItemDto);
export type SyncItemPage = z.infer<typeof syncItemPageDto>;
