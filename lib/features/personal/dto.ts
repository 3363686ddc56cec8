import type { TaskState } from "@/lib/client/notifications";
import type { ChannelKind } from "@/lib/config/channel-kinds";

/** A person as they see themselves. */
export interface ProfileDto {
  account: string;
  name: string;
  type: "local" | "directory" | "sso" | "scim";
  phone: string | null;
  email: string | null;
  avatar: string | null;
  department: string | null;
  roles: { id: string; name: string; nameEn: string | null }[];
  /** Identities elsewhere that sign this person in. */
  bindings: { issuer: string; createdAt: string }[];
  createdAt: string;
  /** Of what people edit of it. */
  revision: string;
}

export interface MemoryDto {
  id: string;
  text: string;
  createdAt: string;
  updatedAt: string;
}

export interface MemoryListDto {
  enabled: boolean;
  items: MemoryDto[];
  max: number;
}

/** The archive of everything that is a person's own. */
export interface OwnDataDto {
  /** Of the task that makes it; null when none was asked for. */
  status: TaskState | null;
  /** Per cent. */
  progress: number;
  /** It can be taken, once. */
  isReady: boolean;
}

/** A channel by its names in both languages. */
export interface ChannelRef {
  id: string;
  kind: ChannelKind;
  nameZh: string;
  nameEn: string;
}

/** An outside account that signs the person in. */
export interface LinkDto {
  id: string;
  issuer: string;
  /** What the other side calls the person; empty for links made before their first use. */
  label: string;
  /** Null: its channel is gone. */
  channel: ChannelRef | null;
  logoUrl: string | null;
  /** It signs in at this moment. */
  isOn: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface LinkableDto extends ChannelRef {
  logoUrl: string | null;
}

export interface OwnLinksDto {
  links: LinkDto[];
  /** Channels that are on and not linked yet. */
  channels: LinkableDto[];
}
