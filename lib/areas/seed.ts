import "server-only";
import type { Transaction } from "@/db/client";
import { keepAreaTools } from "@/db/queries/apps/area-tools";
import { areaTools } from "./tools";

/** Puts the tools that areas declare among the apps; their rows hold every language, so that search finds them in each. */
export function seedAreaTools(tx: Transaction): Promise<void> {
  return keepAreaTools(
    tx,
    areaTools().map(({ id, icon, texts: { zh_CN, en_US } }) => ({
      id,
      icon,
      name: zh_CN.name,
      description: [en_US.name, zh_CN.description, en_US.description].join("\n"),
    })),
  );
}
