import { AppError } from "@/lib/errors/errors";
import { DEFAULT_LOCALE, type Locale } from "@/lib/i18n/locales";
import type { PermissionCode } from "@/lib/permissions/codes";
import type { PendingStep } from "./pending";

/** What is known of the request that an actor's audit events are logged with. */
export interface RequestMeta {
  requestId: string;
  address: string;
  userAgent: string;
  /** Language the call asks for; unset where nobody asks. */
  locale?: Locale;
}

/** A key of the Open API that a call comes in with. */
export interface CallerKey {
  id: string;
  /** Knowledge bases it reaches, of those the person does; null or unset: all of them. */
  baseIds?: readonly string[] | null;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  dailyTokenLimit: number | null;
}

/** The acting person, read from the database (cached 2 s at most). Every service takes one first. */
export interface Actor {
  id: string;
  account: string;
  name: string;
  sessionId: string;
  /** When the session ends however much it is used; unset for callers without one. */
  sessionExpiresAt?: Date;
  departmentId: string | null;
  /** What pages show of them beside their name; unset for callers without a session. */
  shown?: { avatarFileId: string | null; departmentName: string | null };
  /** Ids from the root, `/` joined and closed; empty without a department. */
  departmentPath: string;
  roleIds: string[];
  isAdministrator: boolean;
  permissions: PermissionCode[];
  /** Codes of the organisation's own links (`LINK:…`); they open a menu entry and nothing else. */
  linkCodes: string[];
  /** Highest limit of the roles; null is unlimited (ARCHITECTURE 9). */
  dailyTokenLimit: number | null;
  dailyImageLimit: number | null;
  language: Locale | null;
  /** What they have to do first; while it is not empty only the doors of its first step are open. */
  pending: readonly PendingStep[];
  /** The key of the Open API they act by: its limits hold instead of the roles', and calls of models are the Open API's. */
  apiKey?: CallerKey;
  request: RequestMeta;
}

/** Language a person is answered in: that of their call, else the one they chose. */
export const localeOf = ({ request, language }: Pick<Actor, "request" | "language">): Locale =>
  request.locale ?? language ?? DEFAULT_LOCALE;

export function hasPermission(actor: Pick<Actor, "permissions">, ...anyOf: readonly PermissionCode[]): boolean {
  return anyOf.some((code) => actor.permissions.includes(code));
}

/** Second net: first line of every exported service. Throws `noPermission`. */
export function requirePermission(actor: Actor, ...anyOf: readonly PermissionCode[]): void {
  if (!hasPermission(actor, ...anyOf)) throw new AppError("noPermission");
}
