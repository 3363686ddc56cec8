import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { confirm } from "./dialogs";

interface LeaveTexts {
  title: string;
  description: string;
  okButton: string;
}

/** Asks before unsaved changes are left: by a link of ours with a dialog, by closing the tab with the browser's own. */
export function useLeaveGuard(isDirty: boolean, { title, description, okButton }: LeaveTexts): void {
  const router = useRouter();
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin)
        return;
      if (link.pathname === window.location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      const target = link.pathname + link.search + link.hash;
      void confirm({ title, description, okButton, destructive: true }).then((ok) => ok && router.push(target));
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isDirty, title, description, okButton, router]);
}
