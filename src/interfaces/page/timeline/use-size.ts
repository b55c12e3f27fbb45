import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the inner size of an element in CSS pixels, and follows it. When `turn` changes, it is measured at
 * once.
 */
export function useSize(of: RefObject<HTMLElement | null>, turn?: unknown): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [of, turn]);
  return size;
}
