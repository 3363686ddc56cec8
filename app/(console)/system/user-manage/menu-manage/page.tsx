import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MenusScreen } from "@/components/features/menus/menus-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { menusAddress } from "@/lib/features/menus/state";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("menus"))("title") };
}

export default async function MenuManagePage({ searchParams }: PageProps<"/system/user-manage/menu-manage">) {
  await requirePageActor(P.ORG_MENU);
  return (
    <ClientMessages areas={["menus", "roles", "codes", "screens", "errors", "validation"]}>
      <MenusScreen state={menusAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
