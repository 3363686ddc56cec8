import "server-only";
import type { RedirectKind } from "@/lib/config/channel-kinds";
import type { DirectoryDrivers, PasswordDriver, RedirectDriver, TokenDriver } from "./types";

// Loaded when they are used: nobody has all of them, and their libraries are large.
const REDIRECTS: Record<RedirectKind, () => Promise<RedirectDriver>> = {
  entra: () => import("./entra").then((m) => m.entra),
  oidc: () => import("./oidc").then((m) => m.oidc),
  saml: () => import("./saml").then((m) => m.saml),
  wecom: () => import("./wecom").then((m) => m.wecom),
  dingtalk: () => import("./dingtalk").then((m) => m.dingtalk),
  lark: () => import("./lark").then((m) => m.lark),
};

export function redirectDriver(kind: RedirectKind): Promise<RedirectDriver> {
  return REDIRECTS[kind]();
}

export function passwordDriver(): Promise<PasswordDriver> {
  return import("./ldap").then((m) => m.ldap);
}

/** Tokens of the team client. */
export function teamsDriver(): Promise<TokenDriver> {
  return import("./teams").then((m) => m.teams);
}

export function jwtDriver(): Promise<TokenDriver> {
  return import("./jwt").then((m) => m.jwt);
}

export const directoryDrivers: DirectoryDrivers = {
  ldap: () => import("./ldap-directory").then((m) => m.ldapDirectory),
  wecom: () => import("./wecom-directory").then((m) => m.wecomDirectory),
};
