import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { z } from "zod";
import { ClientMessages } from "@/components/layout/messages";
import { toolOfApp } from "@/lib/areas/tools";
import type { Actor } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { AppError } from "@/lib/errors/errors";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { pageApp } from "@/lib/features/apps/page";
import { appHref } from "@/lib/features/apps/paths";
import { P } from "@/lib/permissions/codes";
import { RequestScreen } from "./request-screen";

interface AppPageProps {
  id: string;
  children: (opened: { actor: Actor; app: OpenAppDto }) => Promise<ReactNode>;
}

interface ToolPageProps extends AppPageProps {
  /** Key by which its area declares the tool. */
  tool: string;
}

/** A screen of an area's tool; at the address of another app it leads to what that app is. */
export function ToolPage({ tool, id, children }: ToolPageProps) {
  return (
    <AppPage id={id}>
      {async (opened) => {
        if (toolOfApp(id)?.key !== tool) redirect(appHref(id));
        return children(opened);
      }}
    </AppPage>
  );
}

/** A page about one app: itself, the wish to use it where it is not shown to this person, or the 404 page. */
export async function AppPage({ id, children }: AppPageProps) {
  const actor = await requirePageActor(P.APPS);
  if (!z.uuid().safeParse(id).success) notFound();
  const opened = await pageApp(actor, id).catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") notFound();
    throw error;
  });
  if ("app" in opened) return children({ actor, app: opened.app });
  return (
    <ClientMessages areas={["apps-list", "apps-chat", "errors", "validation"]}>
      <RequestScreen id={id} isAsked={opened.isAsked} />
    </ClientMessages>
  );
}
