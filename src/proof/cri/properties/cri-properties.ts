import type { CriProperty } from './cri-property.ts';
import { propertiesOfPulls } from './properties-of-pulls.ts';
import { propertiesOfStatus } from './properties-of-status.ts';

/** All rules by which a CRI image service is judged. */
export const criProperties: readonly CriProperty[] = [...propertiesOfPulls, ...propertiesOfStatus];
