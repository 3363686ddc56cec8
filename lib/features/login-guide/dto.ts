import type { GuideStep, PackageField } from "./steps";

/** The admin guide of one channel with the values to copy. */
export interface GuideDto {
  channelId: string;
  nameZh: string;
  nameEn: string;
  done: GuideStep[];
  finishedAt: string | null;
  /** Empty where the channel's form is not filled in yet. */
  clientId: string;
  tenantId: string;
  redirectUrl: string;
  /** The one of the channel, else the one to choose. */
  appIdUri: string;
  /** Where an administrator of the tenant agrees for everybody; empty without a client id. */
  consentUrl: string;
  /** Sign-in inside the team client is on. */
  hasTeams: boolean;
  /** What the package for the team client waits for. */
  missing: PackageField[];
}
