"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMoments } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import type { ProfileDto } from "@/lib/features/personal/dto";

/** What others decide about: account, department, roles. */
export function ProfileFacts({ profile }: { profile: ProfileDto }) {
  const t = useTranslations("personal.profile");
  const moments = useMoments();
  const isEnglish = useLocale().startsWith("en");
  const day = (iso: string) => moments.day(iso);
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-3 border-t pt-5 text-sm sm:grid-cols-[120px_minmax(0,1fr)]">
      <Fact label={t("account")}>{profile.account}</Fact>
      {profile.email && <Fact label={t("email")}>{profile.email}</Fact>}
      <Fact label={t("department")}>{profile.department ?? t("none")}</Fact>
      <Fact label={t("roles")}>
        {profile.roles.length === 0 ? (
          t("none")
        ) : (
          <span className="flex flex-wrap gap-1.5">
            {profile.roles.map((role) => (
              <Badge key={role.id}>{(isEnglish && role.nameEn) || role.name}</Badge>
            ))}
          </span>
        )}
      </Fact>
      <Fact label={t("since")}>{day(profile.createdAt)}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-3">{label}</dt>
      <dd className="min-w-0 break-words max-sm:-mt-2">{children}</dd>
    </>
  );
}
