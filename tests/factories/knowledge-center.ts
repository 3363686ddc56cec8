import { inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { systemConfig } from "@/db/schema/config";
import { invalidateConfig } from "@/lib/config/system-config";
import { CENTER_PART_NAMES } from "@/lib/features/knowledge/center-schema";

/** The center is set as on a fresh installation: what a file sets must not decide how bases answer in the next one. */
export async function resetCenter(): Promise<void> {
  await db()
    .delete(systemConfig)
    .where(inArray(systemConfig.type, [...CENTER_PART_NAMES]));
  for (const part of CENTER_PART_NAMES) invalidateConfig(part);
}
