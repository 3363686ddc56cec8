import "server-only";
import { engine } from "@/db/client";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { productInfo } from "@/lib/config/product";
import { PRODUCT_VERSION } from "@/lib/config/version";
import type { Locale } from "@/lib/i18n/locales";
import { currentLicence } from "@/lib/licence/load";
import { log } from "@/lib/log";
import { P } from "@/lib/permissions/codes";
import { matchRoute, mayOpen } from "@/lib/permissions/navigation";
import { runtime } from "@/lib/runtime";
import { CHECK_LIST } from "../checks";
import type { AboutDto, FindingDto } from "../dto";
import { CHECKS } from "../kinds";

/** What is set up, missing or unhealthy, as far as the actor may know. A check that fails is left out and logged. */
export async function readOverview(actor: Actor): Promise<{ findings: FindingDto[] }> {
  requirePermission(actor, P.SYSTEM);
  const seen = CHECKS.filter((name) => hasPermission(actor, ...CHECK_LIST[name].any));
  const findings = await Promise.all(
    seen.map(async (name): Promise<FindingDto[]> => {
      const { run, href } = CHECK_LIST[name];
      try {
        const result = await run(actor);
        return [{ name, ...result, args: result.args ?? {}, href: openable(href, actor) }];
      } catch (err) {
        log().warn({ err, check: name, requestId: actor.request.requestId }, "overview check failed");
        return [];
      }
    }),
  );
  return { findings: findings.flat() };
}

/** A link only where it leads: the screen exists and the actor may open it. */
function openable(href: string | null, actor: Actor): string | null {
  const route = href === null ? undefined : matchRoute(href.split("?", 1)[0] ?? "");
  return route?.ready && mayOpen(route, actor.permissions) ? href : null;
}

/** What to tell somebody who asks which product this is. */
export async function about(actor: Actor, locale: Locale): Promise<AboutDto> {
  const [product, licence] = await Promise.all([productInfo(), currentLicence()]);
  return {
    product: locale === "zh_CN" ? product.nameZh : product.nameEn,
    version: PRODUCT_VERSION,
    database: engine(),
    licence: licence.state,
    licensee: licence.claims?.customer ?? null,
    instance: runtime.instance,
    requestId: actor.request.requestId,
  };
}
