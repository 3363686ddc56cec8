"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TopBar } from "@/components/layout/top-bar";
import { confirm } from "@/lib/client/dialogs";
import type { LicenceDto } from "@/lib/features/licence/dto";
import { licenceQuery, useLicenceActions } from "@/lib/features/licence/hooks";
import { LicenceFacts } from "./licence-facts";
import { LicenceHistory } from "./licence-history";
import { LicenceState } from "./licence-state";
import { SeatMeter } from "./seat-meter";

const InstallDrawer = lazy(() => import("./install-drawer").then((m) => ({ default: m.InstallDrawer })));

/** The licence that applies, the seats it gives, and every licence there was. */
export function LicenceScreen({ first }: { first: LicenceDto }) {
  const t = useTranslations("licence");
  const router = useRouter();
  const [isInstalling, setIsInstalling] = useState(false);
  const { data: licence = first } = useQuery({ ...licenceQuery, initialData: first });
  const { remove } = useLicenceActions();
  const handleRemove = (id: string, serial: string) =>
    void confirm({
      title: t("remove.title"),
      description: t("remove.text", { serial }),
      okButton: t("remove.ok"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(id);
        // The strip above every screen follows.
        router.refresh();
      },
    });
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={<CreateButton label={t("install.open")} onCreate={() => setIsInstalling(true)} />}
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-5">
        <div className="max-w-240 space-y-8">
          <LicenceState licence={licence} />
          <div className="grid gap-8 lg:grid-cols-2">
            <SeatMeter licence={licence} />
            <LicenceFacts licence={licence} />
          </div>
          <LicenceHistory entries={licence.history} onRemove={handleRemove} />
        </div>
      </div>
      <LazyBoundary onFailure={() => setIsInstalling(false)}>
        {isInstalling && <InstallDrawer onClose={() => setIsInstalling(false)} onDone={() => router.refresh()} />}
      </LazyBoundary>
    </>
  );
}
