import type { Environment } from "@/lib/auth/environment";
import type { ChannelKind, SyncKind } from "@/lib/config/channel-kinds";
import type { ChannelSettings } from "./kinds";
import type { ChannelApp, ChannelProvisioning, ChannelSync } from "./schema";

/** A channel with its secrets open, for the drivers alone: never logged, never answered. */
export interface OpenChannel {
  id: string;
  kind: ChannelKind;
  nameZh: string;
  nameEn: string;
  issuer: string;
  version: number;
  settings: ChannelSettings;
  app: ChannelApp;
  provisioning: ChannelProvisioning;
  sync: ChannelSync;
  /** A secret by the name of its field; undefined where none is stored. */
  secret(name: string): string | undefined;
}

/** Whom the other side proved. */
export interface OutsideIdentity {
  issuer: string;
  subject: string;
  /** Account name to make here, as the other side spells it. */
  account: string;
  name: string;
  email?: string;
  phone?: string;
  /** Values by claim, attribute or `groups`, for the rules of roles and departments. */
  claims: Record<string, string[]>;
  /** Departments of the directory the person is in, by their outside ids; the first is the main one. */
  departmentIds?: string[];
}

/** What must not leave us between the way out and the way back: PKCE verifier, state, nonce, request id. */
export type FlowSecrets = Record<string, string>;

export interface BeginInput {
  /** Random; comes back as it is. */
  state: string;
  /** Where the other side sends the browser back to. */
  callbackUrl: string;
  environment: Environment;
}

export interface CompleteInput {
  /** Query of the way back, or the fields of its form. */
  params: URLSearchParams;
  state: string;
  callbackUrl: string;
  secrets: FlowSecrets;
}

/** What becomes of somebody the other side proved: the page of ours they are led to. */
export type Decide = (identity: OutsideIdentity) => Promise<string>;

/** A site the browser goes to. All throw ChannelError, and `finish` what `decide` throws. */
export interface RedirectDriver {
  /** `state`: the one that goes along in place of ours. */
  begin(channel: OpenChannel, input: BeginInput): Promise<{ url: string; secrets: FlowSecrets; state?: string }>;
  complete(channel: OpenChannel, input: CompleteInput): Promise<OutsideIdentity>;
  /** The way back up to the page, for libraries that ask along the way who may come in. */
  finish?(channel: OpenChannel, input: CompleteInput, decide: Decide): Promise<string>;
}

/** A directory that knows passwords. Null: nobody of that name, or a wrong password, at the same cost. Throws ChannelError. */
export interface PasswordDriver {
  check(channel: OpenChannel, account: string, password: string): Promise<OutsideIdentity | null>;
}

/** Signed tokens that somebody else issued. Throws ChannelError. */
export interface TokenDriver {
  verify(channel: OpenChannel, token: string): Promise<VerifiedToken>;
}
export interface VerifiedToken {
  identity: OutsideIdentity;
  /** One-time id and when it may be forgotten; unset where the other side hands out one token for many logins. */
  once?: { id: string; expiresAt: Date };
}

export interface OutsideDepartment {
  id: string;
  parentId: string | null;
  name: string;
  sort?: number;
}

export interface OutsidePerson {
  subject: string;
  account: string;
  name: string;
  email?: string;
  phone?: string;
  departmentIds: string[];
  claims: Record<string, string[]>;
  /** The directory itself says they may not come in. */
  disabled: boolean;
}

/** All of a directory as it is now. */
export interface DirectoryReading {
  departments: OutsideDepartment[];
  people: OutsidePerson[];
}

/** Reads a directory. `onProgress` hears how many people came so far. Throws ChannelError. */
export interface DirectoryDriver {
  read(
    channel: OpenChannel,
    options: { signal: AbortSignal; onProgress(people: number): Promise<void> },
  ): Promise<DirectoryReading>;
}

export type DirectoryDrivers = Record<SyncKind, () => Promise<DirectoryDriver>>;
