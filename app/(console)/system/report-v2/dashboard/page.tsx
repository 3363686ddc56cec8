import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DashboardScreen } from "@/components/features/reports/dashboard-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { readDashboardState } from "@/lib/features/reports/address";
import { readDashboard } from "@/lib/features/reports/service/dashboard";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("reports"))("title") };
}

export default async function DashboardPage({ searchParams }: PageProps<"/system/report-v2/dashboard">) {
  const actor = await requirePageActor(P.REPORT_DASHBOARD);
  const state = readDashboardState(await searchParams);
  const first = await readDashboard(actor, state);
  return (
    <ClientMessages areas={["reports", "apps"]}>
      <DashboardScreen first={first} state={state} canDrill={hasPermission(actor, P.REPORT_TOKENS)} />
    </ClientMessages>
  );
}
