import { z } from "zod";
import { identifier, line, prose } from "@/lib/text/line";
import { FILE_SIZE_MAX, USER_VOLUME_MAX } from "./constants";

const MB = 1024 ** 2;
/** Characters of a document in one language. */
export const DOCUMENT_MAX = 100_000;
/** spec 9: what an administrator may lower, never raise. */
export const UPLOAD_MOST = { chatFiles: 10, chatFileMb: 20, fileMb: FILE_SIZE_MAX / MB, volumeGb: 1000 } as const;
/** A login lives this long at most, hours. */
export const SESSION_HOURS_MAX = 24 * 90;
export const IDLE_MINUTES_MAX = 24 * 60;

/** Words drawn into generated pictures, by their language. */
export const PICTURE_LABELS = ["off", "zh_CN", "en_US"] as const;

const whole = (least: number, most: number) => z.number("number").int("number").min(least, "range").max(most, "range");
const markdown = prose(DOCUMENT_MAX).trim();
const picture = z.uuid().nullable().default(null);

/** Whether a name stands in the IANA list this machine knows. */
export function isTimeZone(zone: string): boolean {
  return zone === "UTC" || Intl.supportedValuesOf("timeZone").includes(zone);
}

/** What the basic configuration holds, by kind. Every field has a default; nothing in them is secret. */
export const BASIC_KINDS = {
  customConfig: z.object({
    productNameZh: line(60).min(1, "required").default("子午"),
    productNameEn: line(60).min(1, "required").default("Meridian"),
    browserPageSignature: line(120).default(""),
    iconFileId: picture,
    logoFileId: picture,
    loginImageFileId: picture,
    loginTitleZh: line(40).default(""),
    loginTitleEn: line(60).default(""),
    loginSubtitleZh: line(80).default(""),
    loginSubtitleEn: line(120).default(""),
    loginTaglineZh: line(40).default(""),
    loginTaglineEn: line(80).default(""),
    /** Empty: the one of the environment. */
    timeZone: identifier(60)
      .refine((zone) => zone === "" || isTimeZone(zone), "invalid")
      .default(""),
    defaultLanguage: z.enum(["zh_CN", "en_US"]).default("zh_CN"),
    defaultTheme: z.enum(["system", "light", "dark"]).default("system"),
  }),
  documentConfig: z.object({
    /** Empty: the product's own text. */
    helpZh: markdown.default(""),
    helpEn: markdown.default(""),
    privacyZh: markdown.default(""),
    privacyEn: markdown.default(""),
  }),
  securityConfig: z.object({
    sessionHours: whole(1, SESSION_HOURS_MAX).default(7 * 24),
    /** A login ends after so long without a call; null: it does not. */
    idleMinutes: whole(5, IDLE_MINUTES_MAX).nullable().default(null),
    requireSecondFactorForAdministrators: z.boolean().default(false),
  }),
  uploadConfig: z.object({
    chatFiles: whole(1, UPLOAD_MOST.chatFiles).default(UPLOAD_MOST.chatFiles),
    chatFileMb: whole(1, UPLOAD_MOST.chatFileMb).default(UPLOAD_MOST.chatFileMb),
    fileMb: whole(1, UPLOAD_MOST.fileMb).default(UPLOAD_MOST.fileMb),
    /** ARCHITECTURE 9: file volume of a person. */
    volumeGb: whole(1, UPLOAD_MOST.volumeGb).default(USER_VOLUME_MAX / 1024 ** 3),
  }),
  readingConfig: z.object({
    /** Words in pictures are recognised by the machine where no model reads them. */
    recognisesScans: z.boolean().default(false),
  }),
  watermarkConfig: z.object({ enabled: z.boolean().default(false) }),
  pictureConfig: z.object({
    /** Language of the words drawn into generated pictures that are downloaded or shared (spec E6). */
    label: z.enum(PICTURE_LABELS).default("off"),
  }),
  mailConfig: z.object({
    /** Empty: no mail is sent. */
    host: line(253)
      .refine((host) => host === "" || /^[A-Za-z0-9.:_-]+$/.test(host), "invalid")
      .default(""),
    port: whole(1, 65_535).default(465),
    security: z.enum(["tls", "starttls", "none"]).default("tls"),
    user: line(200).default(""),
    from: line(200)
      .refine((from) => from === "" || z.email().safeParse(from).success, "email")
      .default(""),
  }),
} as const;

export type BasicKind = keyof typeof BASIC_KINDS;
export const BASIC_KIND_NAMES = Object.keys(BASIC_KINDS) as [BasicKind, ...BasicKind[]];
export type BasicValues = { [K in BasicKind]: z.infer<(typeof BASIC_KINDS)[K]> };
