import "server-only";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelSettings } from "./kinds";

/** Field name to the key of its message in `validation`. */
export type SettingErrors = Record<string, string>;

/** A secret by its field's name as it is or will be stored; `true` where it is known to be there and no more. */
export type HasSecret = (name: string) => string | boolean | undefined;

/** What the fields of a kind cannot say of themselves; settings have passed their schema. Reads nothing, calls nobody. */
export function checkSettings(kind: ChannelKind, settings: ChannelSettings, secret: HasSecret): SettingErrors {
  const required = (names: string[]) =>
    Object.fromEntries(names.filter((name) => !secret(name) && !settings[name]).map((name) => [name, "required"]));
  if (kind === "oidc") return settings.clientAuthentication === "none" ? {} : required(["clientSecret"]);
  if (kind === "saml") return settings.signRequests ? required(["privateKey"]) : {};
  if (kind === "ldap") return String(settings.userFilter).includes("{account}") ? {} : { userFilter: "invalid" };
  if (kind !== "jwt") return {};
  return required([{ jwks: "jwksUrl", publicKeys: "publicKeys" }[String(settings.keySource)] ?? "sharedSecret"]);
}
