import type { ChannelSettings } from "@/lib/auth/channels/kinds";
import type { ChannelApp, ChannelProvisioning } from "@/lib/auth/channels/schema";
import type { ChannelKind, ChannelReason } from "@/lib/config/channel-kinds";
import type { ChannelAddress } from "./addresses";

/** A channel in the list. Nothing of its secrets is in any answer. */
export interface ChannelDto {
  id: string;
  kind: ChannelKind;
  nameZh: string;
  nameEn: string;
  status: "enabled" | "disabled";
  isDefault: boolean;
  /** A test of the settings as they are now has passed. */
  isTested: boolean;
  testedAt: string | null;
  /** The last fault of the other side or the settings. */
  failure: ChannelReason | null;
  failedAt: string | null;
  /** People bound to its issuer. */
  people: number;
}

export interface ChannelListDto {
  items: ChannelDto[];
  total: number;
  limit: number;
}

export interface NamedPlace {
  id: string;
  /** With the departments above it. */
  name: string;
}

export interface ChannelDetail extends ChannelDto {
  version: number;
  settings: ChannelSettings;
  /** Which secrets are stored, by name. */
  secrets: Record<string, boolean>;
  app: ChannelApp;
  provisioning: ChannelProvisioning;
  /** Departments its provisioning names. */
  places: NamedPlace[];
  addresses: ChannelAddress[];
  /** People come in by it who hold more than the reader. */
  isStronger: boolean;
  /** Of what people edit of it. */
  revision: string;
}

export interface ChannelRoleChoice {
  id: string;
  name: string;
  nameEn: string | null;
  isGrantable: boolean;
}

/** What a form needs besides the channel. */
export interface ChannelChoices {
  /** For a channel that is not saved yet, so that its addresses can be entered on the other side first. */
  newId: string;
  origin: string | null;
  /** PUBLIC_URL is set: the addresses stay whatever name somebody came by. */
  isFixed: boolean;
  /** Roles a new channel's form begins with. */
  initialRoleIds: string[];
  roles: ChannelRoleChoice[];
}

/** What a change did besides saving. */
export interface ChangedChannel {
  /** It was on and is off until a test of the new settings passes. */
  switchedOff: boolean;
}

export interface ClaimValues {
  name: string;
  values: string[];
}

interface TestBase {
  channelId: string;
  /** Of the settings as they are now. */
  isCurrent: boolean;
}
export type ChannelTestResult = TestBase &
  (
    | { ok: false; reason: ChannelReason }
    | {
        ok: true;
        /** The channel may be turned on. */
        passed: boolean;
        problem: ChannelReason | null;
        /** Somebody who has an account; else it would be made. */
        exists: boolean;
        subject: string;
        account: string;
        name: string;
        email: string | null;
        phone: string | null;
        department: string | null;
        roles: { name: string; nameEn: string | null }[];
        removedRoles: { name: string; nameEn: string | null }[];
        claims: ClaimValues[];
      }
  );

/** Either the browser goes to the other site, or the outcome is there at once. */
export type StartedTest = { url: string } | { result: ChannelTestResult };
