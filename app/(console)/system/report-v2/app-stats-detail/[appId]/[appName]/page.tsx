import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AppScreen } from "@/components/features/reports/app-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readDashboardState } from "@/lib/features/reports/address";
import { appParam } from "@/lib/features/reports/schema";
import { readApp } from "@/lib/features/reports/service/app";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("reports"))("detail.title") };
}

type Props = PageProps<"/system/report-v2/app-stats-detail/[appId]/[appName]">;

export default async function AppPage({ params, searchParams }: Props) {
  const actor = await requirePageActor(P.REPORT_TOKENS);
  const asked = appParam.safeParse({ appId: decoded((await params).appId) });
  if (!asked.success) notFound();
  const { appId } = asked.data;
  const state = readDashboardState(await searchParams);
  const first = await readApp(actor, appId, state);
  return (
    <ClientMessages areas={["reports", "apps"]}>
      <AppScreen key={appId} appId={appId} first={first} state={state} />
    </ClientMessages>
  );
}

/** Segments arrive as they stand in the address; a broken one is no app's name. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
