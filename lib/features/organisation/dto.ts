import type { ChannelKind } from "@/lib/config/channel-kinds";

export type Status = "enabled" | "disabled";
export type UserType = "local" | "directory" | "sso" | "scim";

export interface DepartmentDto {
  id: string;
  /** Null: the root. */
  parentId: string | null;
  name: string;
  status: Status;
  /** Its own people, and with all below it. */
  people: number;
  peopleBelow: number;
  updatedAt: string;
  /** Of what people edit of it. */
  revision: string;
}

export interface RoleRef {
  id: string;
  name: string;
  nameEn: string | null;
  isAdministrator: boolean;
}

/** A channel by its names in both languages. */
export interface ChannelRef {
  id: string;
  kind: ChannelKind;
  nameZh: string;
  nameEn: string;
}

export interface BindingDto {
  issuer: string;
  subject: string;
  /** What the other side calls the person; empty until the first use of a binding somebody else made. */
  label: string;
  /** Null: no channel stands for this issuer. */
  channel: ChannelRef | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A person without any secret. */
export interface UserDto {
  id: string;
  account: string;
  name: string;
  type: UserType;
  status: Status;
  department: { id: string; name: string } | null;
  phone: string | null;
  email: string | null;
  avatar: string | null;
  roles: RoleRef[];
  /** Holds more than the asking person, who therefore changes nothing of them. */
  isStronger: boolean;
  /** Issuers of outside identities. */
  bindings: string[];
  /** Waits for the first login by a one-time code that still works. */
  isAwaiting: boolean;
  createdAt: string;
  lastLoginAt: string | null;
  /** Of what people edit of it. */
  revision: string;
}

export interface UserDetail extends Omit<UserDto, "bindings"> {
  bindings: BindingDto[];
  /** What the roles allow a day (null is unlimited), and what is used of it today. */
  limits: { tokens: number | null; images: number | null; tokensUsed: number; imagesUsed: number };
}

/** A role as those who give it out see it. */
export interface RoleChoice extends RoleRef {
  type: "system" | "ordinary" | "custom";
  dailyTokenLimit: number | null;
  dailyImageLimit: number | null;
  /** The asking person may give it. */
  isGrantable: boolean;
}

export interface OwnedDto {
  /** `organisation.users.leave.kind` names it. */
  kind: string;
  count: number;
  names: string[];
}

export interface BulkResult {
  done: number;
  /** People left as they were, each with the key of the reason in `errors`; the first of them. */
  refused: { id: string; name: string; error: string }[];
  refusedCount: number;
}
