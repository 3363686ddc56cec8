"use client";

import { Component, type ReactNode, Suspense } from "react";
import { isChunkFailure, mayReload } from "@/lib/client/reload-once";
import { toast } from "@/lib/client/toast";

interface LazyBoundaryProps {
  /** Shown while the part loads, and again when it could not be loaded. */
  fallback?: ReactNode;
  /** The part cannot be shown: forget that it was wanted. Without this the fallback stays. */
  onFailure?: () => void;
  children: ReactNode;
}

/**
 * Around parts that are loaded on first use. When the code of one cannot be fetched the page reloads once (spec 2); within
 * a minute of that it only says so: a menu that does not open must not take the screen and the typed text with it.
 */
export class LazyBoundary extends Component<LazyBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(error: unknown): { failed: boolean } {
    if (!isChunkFailure(error)) throw error;
    return { failed: true };
  }

  override componentDidCatch(): void {
    if (mayReload()) {
      window.location.reload();
      return;
    }
    toast.error({ key: "networkError" });
    const { onFailure } = this.props;
    if (!onFailure) return;
    onFailure();
    this.setState({ failed: false });
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (this.state.failed) return fallback;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
