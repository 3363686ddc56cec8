import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { RoleDetail } from "@/components/features/roles/role-detail";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { AppError } from "@/lib/errors/errors";
import { roleAddress } from "@/lib/features/roles/filter";
import { readCatalogue, readRole } from "@/lib/features/roles/service/roles";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("roles"))("title") };
}

export default async function RoleDetailPage({ searchParams }: PageProps<"/system/user-manage/role-manage/detail">) {
  const actor = await requirePageActor(P.ORG_USER);
  const state = roleAddress.read(await searchParams);
  if (!z.uuid().safeParse(state.id).success) notFound();
  const role = await readRole(actor, state.id).catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") return notFound();
    throw error;
  });
  return (
    <ClientMessages areas={["roles", "codes", "screens", "errors", "validation"]}>
      <RoleDetail
        key={role.id}
        role={role}
        catalogue={await readCatalogue(actor)}
        state={state}
        canChange={hasPermission(actor, P.ORG_ROLE)}
      />
    </ClientMessages>
  );
}
