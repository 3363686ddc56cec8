import type { OperationResult } from "./results";

export interface OperationDto {
  id: string;
  createdAt: string;
  actorId: string | null;
  account: string;
  /** Empty when the person is gone. */
  name: string;
  action: string;
  targetType: string;
  targetId: string;
  targetName: string;
  result: OperationResult;
  code: number;
  address: string;
  /** `Chrome 140 · Windows`, as far as the browser says. */
  device: string;
  requestId: string;
  /** Place in the chain; null until it is sealed, some seconds later. */
  sealedNo: number | null;
}

export interface OperationDetailDto extends OperationDto {
  userAgent: string;
  before: unknown;
  after: unknown;
  /** Names of what its fields refer to by id or code. */
  names: Record<string, string>;
  /** Of its amounts. */
  currency: string;
  sealedHash: string | null;
}

export interface OperationPage {
  items: OperationDto[];
  next: string | null;
  /** Counted to 10,000 at most. */
  totalAtMost: number;
}

export type ChainFlawKind = "changed" | "missing" | "cutOff" | "headLost";

export interface VerificationDto {
  id: string;
  status: "running" | "done" | "cancelled" | "failed";
  by: string;
  startedAt: string;
  finishedAt: string | null;
  checked: number;
  from: number;
  until: number;
  flaw: { kind: ChainFlawKind; no: number; id: string | null } | null;
}

/** The state of the log as a whole. */
export interface LogStateDto {
  /** Places of the first and last sealed row; 0 when nothing is sealed. */
  firstNo: number;
  lastNo: number;
  sealedAt: string | null;
  retentionDays: number;
  verification: VerificationDto | null;
  /** Of how long it is kept. */
  revision: string;
}

export interface LogPersonDto {
  id: string;
  name: string;
  account: string;
}
