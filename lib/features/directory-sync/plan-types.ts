import type { ChannelProvisioning } from "@/lib/auth/channels/schema";
import type { SyncAction } from "@/lib/config/channel-kinds";
import type { SyncReason, SyncSubject } from "./kinds";

/** A department here, as it is when the plan is made. */
export interface PresentDepartment {
  id: string;
  parentId: string | null;
  name: string;
  status: "enabled" | "disabled";
  /** People who may come in, of this department alone. */
  people: number;
  /** A sync closed it, and nobody has changed it since. */
  closedBySync: boolean;
}

/** A person here whom an identity of the channel's issuer names. */
export interface PresentPerson {
  subject: string;
  userId: string;
  account: string;
  name: string;
  email: string | null;
  phone: string | null;
  status: "enabled" | "disabled";
  departmentId: string | null;
  roleIds: readonly string[];
  /** The channel decides about the account: it is not a local one that was linked, nor another channel's. */
  isOwn: boolean;
  disabledBySync: boolean;
}

export interface Present {
  departments: readonly PresentDepartment[];
  /** Department here by its id there. */
  mapped: ReadonlyMap<string, string>;
  people: readonly PresentPerson[];
  /** Account names among those read that somebody here has. */
  takenAccounts: ReadonlySet<string>;
  /** Null: no limit. */
  seatsLeft: number | null;
}

export interface PlanOptions {
  provisioning: ChannelProvisioning;
  departments: boolean;
  disableMaxPercent: number;
  /** Who asked; null: the schedule. */
  actorId: string | null;
}

export interface DepartmentValues {
  name: string;
  /** Null only for one whose parent is made by the same plan; then `parentRef` names it there. */
  parentId: string | null;
  parentRef?: string;
  /** For readers. */
  parent: string;
  status: "enabled" | "disabled";
  /** Set when it is closed: nobody changed it since while its time of change is this one. */
  since?: string;
}

export interface PersonValues {
  name: string;
  email: string | null;
  phone: string | null;
  departmentId: string | null;
  departmentRef?: string;
  /** For readers. */
  department: string;
  status: "enabled" | "disabled";
  addRoleIds?: string[];
  removeRoleIds?: string[];
  since?: string;
}

export interface PlanItem {
  subject: SyncSubject;
  action: SyncAction;
  externalId: string;
  targetId: string | null;
  name: string;
  account: string;
  before: DepartmentValues | PersonValues | null;
  after: DepartmentValues | PersonValues | null;
  reason: SyncReason | null;
}

export interface SyncPlan {
  items: PlanItem[];
  /** Count by `<subject>.<action>`. */
  summary: Record<string, number>;
  /** Lines that would be carried out. */
  total: number;
  needsReview: boolean;
}
