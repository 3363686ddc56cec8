/** Steps of the admin guide, in order (spec 6). */
export const GUIDE_STEPS = [
  "register",
  "redirect",
  "secret",
  "uri",
  "scope",
  "clients",
  "consent",
  "people",
  "package",
] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** The one scope the team client asks for. */
export const SCOPE = "access_as_user";

/** The team client's applications, the same in every tenant. */
export const CLIENTS = [
  { key: "desktop", id: "1fec8e78-bce4-4aaf-ab1b-b5451cc387264" },
  { key: "web", id: "5e3ce6c0-2b1f-4285-8d4b-75ee78787346" },
] as const;

/** What the package for the team client cannot do without; `login-guide.field.<name>` says it in words. */
export const PACKAGE_FIELDS = ["version", "appName", "intro", "homeUrl", "appId", "appIdUri"] as const;
export type PackageField = (typeof PACKAGE_FIELDS)[number];

/** Steps that only sign-in inside the team client needs. */
const TEAM_STEPS: readonly GuideStep[] = ["uri", "scope", "clients", "package"];

export function stepsOf(hasTeams: boolean): readonly GuideStep[] {
  return hasTeams ? GUIDE_STEPS : GUIDE_STEPS.filter((step) => !TEAM_STEPS.includes(step));
}
