import "server-only";
import type { RedirectKind } from "@/lib/config/channel-kinds";
import { storablePassword, storableRedirect, storableToken } from "./storable-identity";
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

export async function redirectDriver(kind: RedirectKind): Promise<Required<RedirectDriver>> {
  return storableRedirect(await REDIRECTS[kind]());
}

export function passwordDriver(): Promise<PasswordDriver> {
  return import("./ldap").then((m) => storablePassword(m.ldap));
}

/** Tokens of the team client. */
export function teamsDriver(): Promise<TokenDriver> {
  return import("./teams").then((m) => storableToken(m.teams));
}

export function jwtDriver(): Promise<TokenDriver> {
  return import("./jwt").then((m) => storableToken(m.jwt));
}

export const directoryDrivers: DirectoryDrivers = {
  ldap: () => import("./ldap-directory").then((m) => m.ldapDirectory),
  wecom: () => import("./wecom-directory").then((m) => m.wecomDirectory),
};
