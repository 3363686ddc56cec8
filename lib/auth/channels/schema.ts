import { z } from "zod";
import { line } from "@/lib/text/line";
import { isWebAddress } from "./fields";

/** spec 3, login channel app: version, app name, intro, logo, home URL, app id, app id URI. */
export const channelApp = z.strictObject({
  version: line(20)
    .refine((text) => text === "" || /^\d{1,5}(\.\d{1,5}){0,2}$/.test(text), "invalid")
    .default("1.0.0"),
  appName: line(60).default(""),
  intro: line(300).default(""),
  logoFileId: z.uuid().nullable().default(null),
  homeUrl: line(500)
    .refine((text) => text === "" || isWebAddress(text), "url")
    .default(""),
  /** What the other side calls this application: client id, agent id, app key. */
  appId: line(200).default(""),
  appIdUri: line(300).default(""),
});
export type ChannelApp = z.infer<typeof channelApp>;

export const RULES_MAX = 100;

/** Who gets an account at the first sign-in, where, with which roles. */
export const channelProvisioning = z.strictObject({
  autoCreate: z.boolean().default(true),
  /** Null: the root department. */
  departmentId: z.uuid().nullable().default(null),
  roleIds: z.array(z.uuid()).max(20, "tooMany").default([]),
  /** Name, e-mail, phone and what the rules say are set anew at each sign-in. */
  updateOnLogin: z.boolean().default(true),
  /** A person with this value of this claim (or in this group) gets these roles, and this department. */
  rules: z
    .array(
      z.strictObject({
        claim: line(200).min(1, "required"),
        value: line(500).min(1, "required"),
        roleIds: z.array(z.uuid()).max(20, "tooMany").default([]),
        departmentId: z.uuid().nullable().default(null),
      }),
    )
    .max(RULES_MAX, "tooMany")
    .default([]),
  /** Which attribute of a pushed person equals the subject of their sign-ins. */
  scimSubject: z.enum(["externalId", "userName"]).default("externalId"),
});
export type ChannelProvisioning = z.infer<typeof channelProvisioning>;

/** When a directory is read, and what may happen without anybody looking (spec A7). */
export const channelSync = z.strictObject({
  schedule: z.enum(["off", "hourly", "daily"]).default("off"),
  /** Hour of the product's time zone, for `daily`. */
  hour: z.number("number").int("number").min(0, "range").max(23, "range").default(3),
  /** A scheduled plan that would disable more of the channel's people than this waits for a person, percent. */
  disableMaxPercent: z.number("number").int("number").min(0, "range").max(100, "range").default(10),
  departments: z.boolean().default(true),
});
export type ChannelSync = z.infer<typeof channelSync>;
