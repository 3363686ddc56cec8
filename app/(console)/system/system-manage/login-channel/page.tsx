import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { listChannels } from "@/lib/features/login-channels/service/channels";
import { P } from "@/lib/permissions/codes";
import { identifier } from "@/lib/text/line";
import { LoginChannels } from "./_components/login-channels";

/** What the address opens: a drawer, or the outcome of a test the browser just comes back from. */
const opened = z.object({
  open: identifier(80).optional().catch(undefined),
  test: z.uuid().optional().catch(undefined),
});

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("login-channels"))("title") };
}

export default async function LoginChannelPage({ searchParams }: PageProps<"/system/system-manage/login-channel">) {
  const actor = await requirePageActor(P.CONFIG_SSO);
  const { open, test } = opened.parse(await searchParams);
  const first = await listChannels(actor);
  return (
    <ClientMessages areas={["login-channels", "errors", "validation"]}>
      <LoginChannels first={first} open={test ? `result:${test}` : (open ?? null)} />
    </ClientMessages>
  );
}
