import type { ReactNode } from "react";
import { currentActor } from "@/lib/auth/page";
import { LicenceStrip } from "./licence-strip";
import { loadShell } from "./load-shell";
import { ClientMessages } from "./messages";
import { ShellFrame } from "./shell-frame";
import type { ShellKind } from "./sidebar";
import { StorageStrip } from "./storage-strip";

/**
 * The shell around a group of screens. Decides nothing about access, each page does: for a guest, whose page redirects,
 * it draws nothing around it.
 */
export async function Shell({ kind, children }: { kind: ShellKind; children: ReactNode }) {
  const actor = await currentActor();
  if (!actor) return children;
  return (
    <ClientMessages areas={["nav"]}>
      <ShellFrame
        kind={kind}
        data={await loadShell(actor)}
        strip={
          <>
            <StorageStrip kind={kind} actor={actor} />
            <LicenceStrip kind={kind} actor={actor} />
          </>
        }
      >
        {children}
      </ShellFrame>
    </ClientMessages>
  );
}
