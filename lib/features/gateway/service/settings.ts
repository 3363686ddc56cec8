import "server-only";
import { db } from "@/db/client";
import { listBudgets } from "@/db/queries/budgets";
import { countPrices } from "@/db/queries/prices";
import { upsertConfig } from "@/db/queries/system";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { forgetConfig, loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import type { SettingsDto } from "../dto";
import type { SettingsPatch } from "../log-schema";

/** How the gateway counts money and what its log keeps. */
export async function readSettings(actor: Actor): Promise<SettingsDto> {
  requirePermission(actor, P.GATEWAY);
  const config = await loadConfig("gatewayConfig");
  return { ...config, currencyInUse: await isCurrencyInUse() };
}

/** Changes them; the new level holds from the next request on. Throws currencyInUse. */
export async function changeSettings(actor: Actor, patch: SettingsPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const before = await loadConfig("gatewayConfig");
  const isOther = patch.currency !== undefined && patch.currency !== before.currency;
  if (isOther && (await isCurrencyInUse())) {
    throw new AppError("currencyInUse", { data: { fields: { currency: "invalid" } } });
  }
  await db().transaction(async (tx) => {
    await upsertConfig(tx, "gatewayConfig", { ...before, ...patch });
    await recordDeed(tx, actor, {
      action: "gateway.settings.change",
      target: { type: "config", id: "gatewayConfig", name: "gatewayConfig" },
      before,
      after: { ...before, ...patch },
    });
  });
  forgetConfig("gatewayConfig");
}

async function isCurrencyInUse(): Promise<boolean> {
  const [prices, budgets] = await Promise.all([countPrices(db()), listBudgets(db(), { enabledOnly: false })]);
  return prices > 0 || budgets.length > 0;
}
