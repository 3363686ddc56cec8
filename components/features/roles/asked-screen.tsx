// @exempt services: stands below the page named 404, which is drawn on the server alone
import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { askedPath } from "@/lib/auth/asked";
import { currentActor } from "@/lib/auth/page";
import type { ScreenReason } from "@/lib/features/roles/dto";
import { explainMissing } from "@/lib/features/roles/service/screens";

/** Below the page named 404, for whoever manages people or roles: what was asked, and why it did not open. */
export async function AskedScreen() {
  const [actor, jar] = await Promise.all([currentActor(), cookies()]);
  const path = askedPath(jar);
  const found = actor && path ? await explainMissing(actor, path) : null;
  if (!path || !found) return null;
  const t = await getTranslations("roles.why.asked");
  return (
    <section
      aria-labelledby="asked"
      className="mt-8 w-full max-w-105 rounded-md border bg-canvas p-4 text-left text-sm"
    >
      <h3 id="asked" className="font-semibold">
        {t("title")}
      </h3>
      <p className="mt-1.5 break-words text-fg-2">
        {found === "unknown" ? t("unknown", { path }) : <Reason screen={found} />}
      </p>
      <p className="mt-2 text-fg-3 text-xs">{t("note")}</p>
    </section>
  );
}

async function Reason({ screen: { key, state, codes, roles, roleCount } }: { screen: ScreenReason }) {
  const [t, screens, names, locale] = await Promise.all([
    getTranslations("roles"),
    getTranslations("screens"),
    getTranslations("codes"),
    getLocale(),
  ]);
  const screen = screens(key as "home");
  if (state !== "missing") return t(`why.asked.${state}`, { screen });
  const needed = codes.map((code) => names(`${code}.name` as "USER.name")).join(t("why.or"));
  if (roles.length === 0) return t("why.asked.lacksAll", { screen, codes: needed });
  const named = roles.map(({ name, nameEn }) => (locale.startsWith("en") && nameEn ? nameEn : name)).join(t("comma"));
  const more = roleCount - roles.length;
  return t("why.asked.lacks", {
    screen,
    codes: needed,
    roles: more > 0 ? t("why.andMore", { roles: named, count: more }) : named,
  });
}
