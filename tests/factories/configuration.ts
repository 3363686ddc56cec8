import { inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { systemConfig } from "@/db/schema/config";
import { configVersions } from "@/db/schema/configuration";
import { BASIC_KIND_NAMES } from "@/lib/config/config-kinds";
import { invalidateConfig } from "@/lib/config/system-config";

/** The configuration is everybody's: each test begins and ends with the product's own. */
export async function clearConfiguration(): Promise<void> {
  const types = [...BASIC_KIND_NAMES, "mailSecret"];
  await db().delete(configVersions).where(inArray(configVersions.type, types));
  await db().delete(systemConfig).where(inArray(systemConfig.type, types));
  for (const kind of BASIC_KIND_NAMES) invalidateConfig(kind);
}
