import { isSecure } from "./secure";

/** Teams' documented hosts (web, desktop, Microsoft 365 and Outlook): nobody else may show us in a frame. */
const TEAMS_HOSTS = [
  "https://teams.microsoft.com",
  "https://*.teams.microsoft.com",
  "https://*.cloud.microsoft",
  "https://*.microsoft365.com",
  "https://*.office.com",
  "https://outlook.office.com",
  "https://outlook.office365.com",
  "https://outlook.live.com",
].join(" ");

// The gate reads it and must not open the database: whoever reads the channels notes it.
const shared = globalThis as typeof globalThis & { __teamsIsOn?: boolean };

export function noteTeams(isOn: boolean): void {
  shared.__teamsIsOn = isOn;
}

/** Whether we may stand in the team client's frame: its channel is on, and the visitor came by https (ARCHITECTURE 4). */
export function mayBeFramed(headers: Headers): boolean {
  return shared.__teamsIsOn === true && isSecure(headers);
}

/** Who may frame a page, as the content policy says it. */
export function frameAncestors(headers: Headers): string {
  return mayBeFramed(headers) ? TEAMS_HOSTS : "'none'";
}
