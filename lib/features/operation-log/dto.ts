import { z } from "zod";
import { TASK_STATUS } from "@/db/schema/tasks";
import { cursorPageOf } from "@/lib/endpoint/answers";
import { CHAIN_FLAWS } from "@/lib/operation-log/flaws";
import { RESULTS } from "./results";

export const operationDto = z.strictObject({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  actorId: z.uuid().nullable(),
  account: z.string(),
  /** Empty when the person is gone. */
  name: z.string(),
  action: z.string(),
  targetType: z.string(),
  /** An id, where it has one. */
  targetId: z.string(),
  targetName: z.string(),
  result: z.enum(RESULTS),
  code: z.int(),
  address: z.string(),
  /** `Chrome 140 · Windows`, as far as the browser says. */
  device: z.string(),
  requestId: z.string(),
  /** Place in the chain; null until it is sealed, some seconds later. */
  sealedNo: z.int().nullable(),
});
export type OperationDto = z.infer<typeof operationDto>;

export const operationDetailDto = operationDto.extend({
  userAgent: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Names of what its fields refer to by id or code. */
  names: z.record(z.string(), z.string()),
  /** Of its amounts. */
  currency: z.string(),
  sealedHash: z.string().nullable(),
});
export type OperationDetailDto = z.infer<typeof operationDetailDto>;

export const operationPageDto = cursorPageOf(operationDto).extend({
  /** Counted to 10,000 at most. */
  totalAtMost: z.int(),
});
export type OperationPage = z.infer<typeof operationPageDto>;

export const verificationDto = z.strictObject({
  id: z.uuid(),
  status: z.enum(TASK_STATUS).exclude(["waiting"]),
  by: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  checked: z.int(),
  from: z.int(),
  until: z.int(),
  flaw: z.strictObject({ kind: z.enum(CHAIN_FLAWS), no: z.int(), id: z.uuid().nullable() }).nullable(),
});
export type VerificationDto = z.infer<typeof verificationDto>;

/** The state of the log as a whole. */
export const logStateDto = z.strictObject({
  /** Places of the first and last sealed row; 0 when nothing is sealed. */
  firstNo: z.int(),
  lastNo: z.int(),
  sealedAt: z.iso.datetime().nullable(),
  retentionDays: z.int(),
  verification: verificationDto.nullable(),
  /** Of how long it is kept. */
  revision: z.string(),
});
export type LogStateDto = z.infer<typeof logStateDto>;

export const logPersonDto = z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() });
export type LogPersonDto = z.infer<typeof logPersonDto>;
