"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { useMoments } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Meter } from "@/components/ui/meter";
import type { UserDetail } from "@/lib/features/organisation/dto";
import { roleChoicesQuery } from "@/lib/features/organisation/hooks";

/** Who the drawer is about, since when, and when they were last here. */
export function UserHead({ user }: { user: UserDetail }) {
  const t = useTranslations("organisation.users");
  const moments = useMoments();
  const day = (iso: string) => moments.day(iso);
  const moment = (iso: string) => moments.minute(iso);
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user.id} name={user.name} src={user.avatar} size={44} />
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold text-base">
          <span className="truncate">{user.name}</span>
          {user.type !== "local" && <Badge>{t(`type.${user.type}`)}</Badge>}
        </p>
        <p className="text-fg-3 text-xs">
          {t("since", { day: day(user.createdAt) })} ·{" "}
          {user.lastLoginAt ? t("lastLogin", { time: moment(user.lastLoginAt) }) : t("neverHere")}
        </p>
      </div>
    </div>
  );
}

/** What the chosen roles allow a day: the highest of each, beside what is used of it. */
export function UserLimits({ used }: { used: UserDetail["limits"] | null }) {
  const t = useTranslations("organisation.users.limits");
  const { data: roles = [] } = useQuery(roleChoicesQuery);
  const chosen: string[] = useWatch({ name: "roleIds" });
  const held = roles.filter((role) => chosen.includes(role.id));
  return (
    <section className="rounded-md border bg-subtle p-3">
      <h3 className="mb-2 text-fg-3 text-xs">{t("title")}</h3>
      <div className="grid gap-4 md:grid-cols-2">
        <Limit
          label={t("tokens")}
          used={used?.tokensUsed ?? 0}
          most={highest(held.map(({ dailyTokenLimit }) => dailyTokenLimit))}
        />
        <Limit
          label={t("images")}
          used={used?.imagesUsed ?? 0}
          most={highest(held.map(({ dailyImageLimit }) => dailyImageLimit))}
        />
      </div>
    </section>
  );
}

/** ARCHITECTURE 9: null is unlimited, no role allows nothing. */
function highest(limits: readonly (number | null)[]): number | null {
  return limits.includes(null) ? null : Math.max(0, ...limits.map((limit) => limit ?? 0));
}

function Limit({ label, used, most }: { label: string; used: number; most: number | null }) {
  const t = useTranslations("organisation.users.limits");
  const format = useFormatter();
  const short = (figure: number) => format.number(figure, { notation: "compact", maximumFractionDigits: 1 });
  const share = most ? (used / most) * 100 : 0;
  return (
    <div>
      <p className="mb-1.5 flex justify-between gap-2 text-sm">
        {label}
        <span className="tnum">
          {short(used)} / {most === null ? t("unlimited") : short(most)}
        </span>
      </p>
      <Meter label={label} value={share} tone={share >= 100 ? "danger" : share >= 80 ? "warning" : "primary"} />
    </div>
  );
}
