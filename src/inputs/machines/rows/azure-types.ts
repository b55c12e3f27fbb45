/**
 * Sizes of Azure: the size with `#` for its number of vCPUs, then for each number the memory in GiB and the most of its
 * network in Gbit/s. Microsoft's page of Dsv3 gives 2 Gbit/s to sizes for which others measured four times that: they
 * have none here.
 */
export const azureTypes = `
Standard_D#s_v3: 2 8 1 | 4 16 2 | 8 32 | 16 64 | 32 128 16 | 48 192 24 | 64 256 30
Standard_D#s_v4: 2 8 5 | 4 16 10 | 8 32 12.5 | 16 64 12.5 | 32 128 16 | 48 192 24 | 64 256 30
Standard_D#s_v5 Standard_D#ds_v5: 2 8 12.5 | 4 16 12.5 | 8 32 12.5 | 16 64 12.5 | 32 128 16 | 48 192 24 |
  64 256 30 | 96 384 35
Standard_D#as_v5 Standard_D#ads_v5: 2 8 12.5 | 4 16 12.5 | 8 32 12.5 | 16 64 12.5 | 32 128 16 | 48 192 24 |
  64 256 32 | 96 384 40
Standard_D#s_v6: 2 8 12.5 | 4 16 12.5 | 8 32 12.5 | 16 64 12.5 | 32 128 16 | 48 192 24 | 64 256 30 | 96 384 41 |
  128 512 54 | 192 768 82
Standard_E#s_v5: 2 16 12.5 | 4 32 12.5 | 8 64 12.5 | 16 128 12.5 | 20 160 12.5 | 32 256 16 | 48 384 24 |
  64 512 30 | 96 672 35
Standard_F#s_v2: 2 4 5 | 4 8 10 | 8 16 12.5 | 16 32 12.5 | 32 64 16 | 48 96 21 | 64 128 28 | 72 144 30
Standard_NC#ads_A100_v4: 24 220 20 | 48 440 40 | 96 880 80
Standard_DS1_v2: 1 3.5 0.75
Standard_DS2_v2: 2 7 1.5
Standard_DS3_v2: 4 14 3
Standard_DS4_v2: 8 28 6
Standard_DS5_v2: 16 56 12
`;

export const azureTypesSource =
  'MicrosoftDocs/azure-compute-docs articles/virtual-machines/sizes, the page of each series (2024-07 to 2026-03)';
