import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PreviewScreen } from "@/components/features/preview/preview-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { previewAddress } from "@/lib/features/preview/filter";
import { readOverview } from "@/lib/features/preview/service/overview";
import { readToday } from "@/lib/features/reports/service/today";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("preview"))("title") };
}

export default async function PreviewPage({ searchParams }: PageProps<"/system-preview">) {
  const actor = await requirePageActor(P.SYSTEM);
  const state = previewAddress.read(await searchParams);
  const [first, today] = await Promise.all([
    readOverview(actor),
    hasPermission(actor, P.REPORT_DASHBOARD) ? readToday(actor) : null,
  ]);
  return (
    <ClientMessages areas={["preview"]}>
      <PreviewScreen state={state} first={first} today={today} />
    </ClientMessages>
  );
}
