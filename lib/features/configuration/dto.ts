import { z } from "zod";
import { BASIC_KIND_NAMES, BASIC_KINDS, type BasicKind } from "@/lib/config/config-kinds";
import { cursorPageOf } from "@/lib/endpoint/answers";
import { SETTINGS_SECTION_NAMES } from "./settings-schema";

const versions = Object.fromEntries(BASIC_KIND_NAMES.map((kind) => [kind, z.int()])) as Record<BasicKind, z.ZodInt>;

export const basicDto = z.strictObject({
  values: z.strictObject({
    customConfig: z.strictObject(BASIC_KINDS.customConfig.shape),
    documentConfig: z.strictObject(BASIC_KINDS.documentConfig.shape),
    securityConfig: z.strictObject(BASIC_KINDS.securityConfig.shape),
    uploadConfig: z.strictObject(BASIC_KINDS.uploadConfig.shape),
    readingConfig: z.strictObject(BASIC_KINDS.readingConfig.shape),
    watermarkConfig: z.strictObject(BASIC_KINDS.watermarkConfig.shape),
    pictureConfig: z.strictObject(BASIC_KINDS.pictureConfig.shape),
    mailConfig: z.strictObject(BASIC_KINDS.mailConfig.shape),
  }),
  versions: z.strictObject(versions),
  /** Of all versions. */
  revision: z.string(),
  /** The product's own texts, where nothing else was written. */
  documents: z.strictObject({ helpZh: z.string(), helpEn: z.string(), privacyZh: z.string(), privacyEn: z.string() }),
  /** What applies where the time zone is left open. */
  defaultTimeZone: z.string(),
  hasMailPassword: z.boolean(),
  /** What there is to read pictures of text: the packages of the machine, and the name of the model that goes before it. */
  recognition: z.strictObject({ isInstalled: z.boolean(), model: z.string().nullable() }),
});
export type BasicDto = z.infer<typeof basicDto>;

export const configChangeDto = z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type ConfigChange = z.infer<typeof configChangeDto>;

export const configVersionDto = z.strictObject({
  id: z.uuid(),
  type: z.enum(BASIC_KIND_NAMES),
  version: z.int(),
  authorName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** What holds now is this. */
  isCurrent: z.boolean(),
  /** Against the version before; empty for number 0, which is how it was before anybody changed it. */
  changes: z.array(configChangeDto),
});
export type ConfigVersionDto = z.infer<typeof configVersionDto>;

export const configVersionPageDto = cursorPageOf(configVersionDto);
export type ConfigVersionPage = z.infer<typeof configVersionPageDto>;

/** A picture that was uploaded, and where it is. */
export const uploadedPictureDto = z.strictObject({ id: z.uuid(), url: z.string().nullable() });

/** How many things a settings file wrote. */
export const appliedSettingsDto = z.strictObject({ written: z.int() });

const plannedItemDto = z.strictObject({
  key: z.string(),
  outcome: z.enum(["added", "changed", "unchanged", "refused"]),
  /** Key of `configuration.file.refused`. */
  reason: z.string().optional(),
  /** Names of what differs. */
  fields: z.array(z.string()).optional(),
});
export type PlannedItem = z.infer<typeof plannedItemDto>;

/** What a settings file would do. */
export const settingsPlanDto = z.strictObject({
  productVersion: z.string(),
  exportedAt: z.iso.datetime(),
  fingerprint: z.string(),
  sections: z.array(
    z.strictObject({
      name: z.enum(SETTINGS_SECTION_NAMES),
      items: z.array(plannedItemDto),
      excludedSecrets: z.array(z.string()),
    }),
  ),
});
export type SettingsPlan = z.infer<typeof settingsPlanDto>;
