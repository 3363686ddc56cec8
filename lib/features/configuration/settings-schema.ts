import { z } from "zod";
import { identifier } from "@/lib/text/line";

/** Of the file's own form; a newer one is refused. */
export const SETTINGS_FORMAT = 1;
/** Bytes of a settings file. */
export const SETTINGS_FILE_MAX = 5 * 1024 ** 2;

export const SETTINGS_SECTION_NAMES = [
  "configuration",
  "departments",
  "menus",
  "roles",
  "suppliers",
  "models",
  "tools",
  "searchProviders",
  "terms",
] as const;
export type SettingsSectionName = (typeof SETTINGS_SECTION_NAMES)[number];

/** The frame of a file; its sections are checked by their areas. */
export const settingsFile = z.object({
  format: z.literal("meridian-settings"),
  version: z.number().int().min(1),
  productVersion: identifier(40),
  exportedAt: z.iso.datetime(),
  sections: z.partialRecord(z.enum(SETTINGS_SECTION_NAMES), z.array(z.unknown()).max(5000)),
  excludedSecrets: z.partialRecord(z.enum(SETTINGS_SECTION_NAMES), z.array(identifier(200)).max(5000)),
});
export type SettingsFile = z.infer<typeof settingsFile>;

export const settingsPreview = z.strictObject({ file: z.unknown() });
export const settingsApply = z.strictObject({
  file: z.unknown(),
  sections: z.array(z.enum(SETTINGS_SECTION_NAMES)).min(1, "required").max(SETTINGS_SECTION_NAMES.length),
  /** Of the preview that was looked at. */
  fingerprint: identifier(64).regex(/^[0-9a-f]{64}$/),
});
export type SettingsApply = z.infer<typeof settingsApply>;
