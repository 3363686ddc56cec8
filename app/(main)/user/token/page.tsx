import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnUsageScreen } from "@/components/features/reports/own/own-usage-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { OWN_PERIODS } from "@/lib/features/reports/period";
import { readOwnLimits, readOwnUsage, readOwnYear } from "@/lib/features/reports/service/own";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("userToken") };
}

export default async function UserTokenPage({ searchParams }: PageProps<"/user/token">) {
  const actor = await requirePageActor(P.USER);
  const asked = (await searchParams).period;
  const period = OWN_PERIODS.find((name) => name === asked) ?? "30d";
  const [limits, usage, year] = await Promise.all([
    readOwnLimits(actor),
    readOwnUsage(actor, { period }),
    readOwnYear(actor),
  ]);
  return (
    <ClientMessages areas={["reports", "apps", "personal"]}>
      <OwnUsageScreen first={{ limits, usage, year, period }} />
    </ClientMessages>
  );
}
