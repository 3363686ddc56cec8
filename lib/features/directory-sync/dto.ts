import type { ChannelSync } from "@/lib/auth/channels/schema";
import type { SyncAction, SyncStatus } from "@/lib/config/channel-kinds";
import type { DepartmentValues, PersonValues } from "./plan-types";

export interface SyncRunDto {
  id: string;
  channelId: string;
  status: SyncStatus;
  trigger: "manual" | "schedule";
  /** Who began or applied it; null: the schedule, or somebody who is gone. */
  actor: string | null;
  /** Count by `<user|department>.<action>`. */
  summary: Record<string, number>;
  /** Lines to carry out, and how many were; people read while the directory is read. */
  total: number;
  done: number;
  /** Lines that could not be carried out. */
  failed: number;
  needsReview: boolean;
  /** A ChannelReason, an error key or `syncInterrupted`. */
  failure: string | null;
  /** The channel's settings have changed since. */
  isStale: boolean;
  createdAt: string;
  finishedAt: string | null;
}

export interface RoleName {
  id: string;
  name: string;
  nameEn: string | null;
}

export interface SyncItemDto {
  no: number;
  subject: "user" | "department";
  action: SyncAction;
  targetId: string | null;
  name: string;
  account: string;
  before: DepartmentValues | PersonValues | null;
  after: DepartmentValues | PersonValues | null;
  addedRoles: RoleName[];
  removedRoles: RoleName[];
  reason: string | null;
  state: "planned" | "done" | "failed";
}

export interface SyncRunPage {
  items: SyncRunDto[];
  total: number;
  settings: ChannelSync & { revision: string };
}

export interface SyncItemPage {
  items: SyncItemDto[];
  total: number;
}
