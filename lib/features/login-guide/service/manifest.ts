import type { ChannelApp } from "@/lib/auth/channels/schema";
import { PACKAGE_FIELDS, type PackageField } from "../steps";

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Limits of the package format, characters. */
const SHORT_NAME_MAX = 30;
const SHORT_TEXT_MAX = 80;
const DEVELOPER_MAX = 32;

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}

const FITS: Record<PackageField, (app: ChannelApp) => boolean> = {
  version: ({ version }) => /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version),
  appName: ({ appName }) => appName !== "",
  intro: ({ intro }) => intro !== "",
  homeUrl: ({ homeUrl }) => isHttps(homeUrl),
  appId: ({ appId }) => GUID.test(appId),
  // The client asks for a token for this name, which has to end with the application and name the page's host.
  appIdUri: ({ appId, appIdUri, homeUrl }) =>
    appId !== "" &&
    isHttps(homeUrl) &&
    appIdUri.toLowerCase() === `api://${new URL(homeUrl).host}/${appId}`.toLowerCase(),
};

/** Fields of the channel's app a package cannot be made without. */
export function missingFields(app: ChannelApp): PackageField[] {
  return PACKAGE_FIELDS.filter((field) => !FITS[field](app));
}

const cut = (text: string, max: number) =>
  [...text].length <= max ? text : `${[...text].slice(0, max - 1).join("")}…`;

interface Look {
  developer: string;
  /** #rrggbb behind the colour icon. */
  accent: string;
}

/** The manifest of the package, format 1.17. The app has all fields. */
export function manifestOf(app: ChannelApp, { developer, accent }: Look) {
  const home = new URL(app.homeUrl);
  // Privacy statement and terms open from there without signing in.
  const documents = new URL("/login", home).href;
  return {
    $schema: "https://developer.microsoft.com/json-schemas/teams/v1.17/MicrosoftTeams.schema.json",
    manifestVersion: "1.17",
    version: app.version,
    id: app.appId.toLowerCase(),
    developer: {
      name: cut(developer, DEVELOPER_MAX),
      websiteUrl: home.origin,
      privacyUrl: documents,
      termsOfUseUrl: documents,
    },
    name: { short: cut(app.appName, SHORT_NAME_MAX), full: app.appName },
    description: { short: cut(app.intro, SHORT_TEXT_MAX), full: app.intro },
    icons: { color: "color.png", outline: "outline.png" },
    accentColor: accent,
    staticTabs: [
      {
        entityId: "home",
        name: cut(app.appName, SHORT_NAME_MAX),
        contentUrl: app.homeUrl,
        websiteUrl: app.homeUrl,
        scopes: ["personal"],
      },
    ],
    permissions: ["identity"],
    validDomains: [home.host],
    webApplicationInfo: { id: app.appId.toLowerCase(), resource: app.appIdUri },
  };
}
