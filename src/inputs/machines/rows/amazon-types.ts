/**
 * Instance types of Amazon EC2: families that are alike, then for each size its vCPUs, its memory in GiB, the peak of
 * its default network card in Gbit/s, and the pods that its network interfaces have addresses for.
 */
export const amazonTypes = `
t2: nano 1 0.5 0.512 4 | micro 1 1 1.024 4 | small 1 2 1.024 11 | medium 2 4 1.024 17 | large 2 8 1.024 35 |
  xlarge 4 16 1.024 44 | 2xlarge 8 32 1.024 44
t3 t4g: nano 2 0.5 5 4 | micro 2 1 5 4 | small 2 2 5 11 | medium 2 4 5 17 | large 2 8 5 35 |
  xlarge 4 16 5 58 | 2xlarge 8 32 5 58
t3a: nano 2 0.5 5 4 | micro 2 1 5 4 | small 2 2 5 8 | medium 2 4 5 17 | large 2 8 5 35 | xlarge 4 16 5 58 |
  2xlarge 8 32 5 58
m4: large 2 8 1.2 20 | xlarge 4 16 2.8 58 | 2xlarge 8 32 10 58 | 4xlarge 16 64 10 234 |
  10xlarge 40 160 10 234 | 16xlarge 64 256 25 234
m5 m5d: large 2 8 10 29 | xlarge 4 16 10 58 | 2xlarge 8 32 10 58 | 4xlarge 16 64 10 234 |
  8xlarge 32 128 10 234 | 12xlarge 48 192 12 234 | 16xlarge 64 256 20 737 | 24xlarge 96 384 25 737
m5a m5ad: large 2 8 10 29 | xlarge 4 16 10 58 | 2xlarge 8 32 10 58 | 4xlarge 16 64 10 234 |
  8xlarge 32 128 10 234 | 12xlarge 48 192 10 234 | 16xlarge 64 256 12 737 | 24xlarge 96 384 20 737
m5dn m5n: large 2 8 25 29 | xlarge 4 16 25 58 | 2xlarge 8 32 25 58 | 4xlarge 16 64 25 234 |
  8xlarge 32 128 25 234 | 12xlarge 48 192 50 234 | 16xlarge 64 256 75 737 | 24xlarge 96 384 100 737
m6a: large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 12.5 58 | 4xlarge 16 64 12.5 234 |
  8xlarge 32 128 12.5 234 | 12xlarge 48 192 18.75 234 | 16xlarge 64 256 25 737 | 24xlarge 96 384 37.5 737 |
  32xlarge 128 512 50 737 | 48xlarge 192 768 50 737
m6g m6gd: medium 1 4 10 8 | large 2 8 10 29 | xlarge 4 16 10 58 | 2xlarge 8 32 10 58 | 4xlarge 16 64 10 234 |
  8xlarge 32 128 12 234 | 12xlarge 48 192 20 234 | 16xlarge 64 256 25 737
m6i m6id: large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 12.5 58 | 4xlarge 16 64 12.5 234 |
  8xlarge 32 128 12.5 234 | 12xlarge 48 192 18.75 234 | 16xlarge 64 256 25 737 | 24xlarge 96 384 37.5 737 |
  32xlarge 128 512 50 737
m7a: medium 1 4 12.5 8 | large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 12.5 58 |
  4xlarge 16 64 12.5 234 | 8xlarge 32 128 12.5 234 | 12xlarge 48 192 18.75 234 | 16xlarge 64 256 25 737 |
  24xlarge 96 384 37.5 737 | 32xlarge 128 512 50 737 | 48xlarge 192 768 50 737
m7g m7gd: medium 1 4 12.5 8 | large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 15 58 |
  4xlarge 16 64 15 234 | 8xlarge 32 128 15 234 | 12xlarge 48 192 22.5 234 | 16xlarge 64 256 30 737
m7i: large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 12.5 58 | 4xlarge 16 64 12.5 234 |
  8xlarge 32 128 12.5 234 | 12xlarge 48 192 18.75 234 | 16xlarge 64 256 25 737 | 24xlarge 96 384 37.5 737 |
  48xlarge 192 768 50 737
m7i-flex: large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 12.5 58 | 4xlarge 16 64 12.5 234 |
  8xlarge 32 128 12.5 234 | 12xlarge 48 192 18.75 234 | 16xlarge 64 256 25 737
m8g: medium 1 4 12.5 8 | large 2 8 12.5 29 | xlarge 4 16 12.5 58 | 2xlarge 8 32 15 58 | 4xlarge 16 64 15 234 |
  8xlarge 32 128 15 234 | 12xlarge 48 192 22.5 234 | 16xlarge 64 256 30 737 | 24xlarge 96 384 40 737 |
  48xlarge 192 768 50 737
c4: large 2 3.75 1.2 29 | xlarge 4 7.5 2.8 58 | 2xlarge 8 15 10 58 | 4xlarge 16 30 10 234 |
  8xlarge 36 60 10 234
c5 c5d: large 2 4 10 29 | xlarge 4 8 10 58 | 2xlarge 8 16 10 58 | 4xlarge 16 32 10 234 |
  9xlarge 36 72 12 234 | 12xlarge 48 96 12 234 | 18xlarge 72 144 25 737 | 24xlarge 96 192 25 737
c5a c5ad: large 2 4 10 29 | xlarge 4 8 10 58 | 2xlarge 8 16 10 58 | 4xlarge 16 32 10 234 |
  8xlarge 32 64 10 234 | 12xlarge 48 96 12 234 | 16xlarge 64 128 20 737 | 24xlarge 96 192 20 737
c5n: large 2 5.25 25 29 | xlarge 4 10.5 25 58 | 2xlarge 8 21 25 58 | 4xlarge 16 42 25 234 |
  9xlarge 36 96 50 234 | 18xlarge 72 192 100 737
c6a: large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 12.5 58 | 4xlarge 16 32 12.5 234 |
  8xlarge 32 64 12.5 234 | 12xlarge 48 96 18.75 234 | 16xlarge 64 128 25 737 | 24xlarge 96 192 37.5 737 |
  32xlarge 128 256 50 737 | 48xlarge 192 384 50 737
c6g c6gd: medium 1 2 10 8 | large 2 4 10 29 | xlarge 4 8 10 58 | 2xlarge 8 16 10 58 | 4xlarge 16 32 10 234 |
  8xlarge 32 64 12 234 | 12xlarge 48 96 20 234 | 16xlarge 64 128 25 737
c6gn: medium 1 2 16 8 | large 2 4 25 29 | xlarge 4 8 25 58 | 2xlarge 8 16 25 58 | 4xlarge 16 32 25 234 |
  8xlarge 32 64 50 234 | 12xlarge 48 96 75 234 | 16xlarge 64 128 100 737
c6i c6id: large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 12.5 58 | 4xlarge 16 32 12.5 234 |
  8xlarge 32 64 12.5 234 | 12xlarge 48 96 18.75 234 | 16xlarge 64 128 25 737 | 24xlarge 96 192 37.5 737 |
  32xlarge 128 256 50 737
c6in: large 2 4 25 29 | xlarge 4 8 30 58 | 2xlarge 8 16 40 58 | 4xlarge 16 32 50 234 | 8xlarge 32 64 50 234 |
  12xlarge 48 96 75 234 | 16xlarge 64 128 100 737 | 24xlarge 96 192 150 737 | 32xlarge 128 256 200 394
c7a: medium 1 2 12.5 8 | large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 12.5 58 |
  4xlarge 16 32 12.5 234 | 8xlarge 32 64 12.5 234 | 12xlarge 48 96 18.75 234 | 16xlarge 64 128 25 737 |
  24xlarge 96 192 37.5 737 | 32xlarge 128 256 50 737 | 48xlarge 192 384 50 737
c7g c7gd: medium 1 2 12.5 8 | large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 15 58 |
  4xlarge 16 32 15 234 | 8xlarge 32 64 15 234 | 12xlarge 48 96 22.5 234 | 16xlarge 64 128 30 737
c7i: large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 12.5 58 | 4xlarge 16 32 12.5 234 |
  8xlarge 32 64 12.5 234 | 12xlarge 48 96 18.75 234 | 16xlarge 64 128 25 737 | 24xlarge 96 192 37.5 737 |
  48xlarge 192 384 50 737
c7i-flex: large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 12.5 58 | 4xlarge 16 32 12.5 234 |
  8xlarge 32 64 12.5 234 | 12xlarge 48 96 18.75 234 | 16xlarge 64 128 25 737
c8g: medium 1 2 12.5 8 | large 2 4 12.5 29 | xlarge 4 8 12.5 58 | 2xlarge 8 16 15 58 | 4xlarge 16 32 15 234 |
  8xlarge 32 64 15 234 | 12xlarge 48 96 22.5 234 | 16xlarge 64 128 30 737 | 24xlarge 96 192 40 737 |
  48xlarge 192 384 50 737
r4 i3: large 2 15.25 10 29 | xlarge 4 30.5 10 58 | 2xlarge 8 61 10 58 | 4xlarge 16 122 10 234 |
  8xlarge 32 244 12 234 | 16xlarge 64 488 25 737
r5 r5d: large 2 16 10 29 | xlarge 4 32 10 58 | 2xlarge 8 64 10 58 | 4xlarge 16 128 10 234 |
  8xlarge 32 256 10 234 | 12xlarge 48 384 12 234 | 16xlarge 64 512 20 737 | 24xlarge 96 768 25 737
r5a r5ad: large 2 16 10 29 | xlarge 4 32 10 58 | 2xlarge 8 64 10 58 | 4xlarge 16 128 10 234 |
  8xlarge 32 256 10 234 | 12xlarge 48 384 10 234 | 16xlarge 64 512 12 737 | 24xlarge 96 768 20 737
r5n: large 2 16 25 29 | xlarge 4 32 25 58 | 2xlarge 8 64 25 58 | 4xlarge 16 128 25 234 |
  8xlarge 32 256 25 234 | 12xlarge 48 384 50 234 | 16xlarge 64 512 75 737 | 24xlarge 96 768 100 737
r6a: large 2 16 12.5 29 | xlarge 4 32 12.5 58 | 2xlarge 8 64 12.5 58 | 4xlarge 16 128 12.5 234 |
  8xlarge 32 256 12.5 234 | 12xlarge 48 384 18.75 234 | 16xlarge 64 512 25 737 | 24xlarge 96 768 37.5 737 |
  32xlarge 128 1024 50 737 | 48xlarge 192 1536 50 737
r6g r6gd: medium 1 8 10 8 | large 2 16 10 29 | xlarge 4 32 10 58 | 2xlarge 8 64 10 58 |
  4xlarge 16 128 10 234 | 8xlarge 32 256 12 234 | 12xlarge 48 384 20 234 | 16xlarge 64 512 25 737
r6i r6id: large 2 16 12.5 29 | xlarge 4 32 12.5 58 | 2xlarge 8 64 12.5 58 | 4xlarge 16 128 12.5 234 |
  8xlarge 32 256 12.5 234 | 12xlarge 48 384 18.75 234 | 16xlarge 64 512 25 737 | 24xlarge 96 768 37.5 737 |
  32xlarge 128 1024 50 737
r7a: medium 1 8 12.5 8 | large 2 16 12.5 29 | xlarge 4 32 12.5 58 | 2xlarge 8 64 12.5 58 |
  4xlarge 16 128 12.5 234 | 8xlarge 32 256 12.5 234 | 12xlarge 48 384 18.75 234 | 16xlarge 64 512 25 737 |
  24xlarge 96 768 37.5 737 | 32xlarge 128 1024 50 737 | 48xlarge 192 1536 50 737
r7g r7gd: medium 1 8 12.5 8 | large 2 16 12.5 29 | xlarge 4 32 12.5 58 | 2xlarge 8 64 15 58 |
  4xlarge 16 128 15 234 | 8xlarge 32 256 15 234 | 12xlarge 48 384 22.5 234 | 16xlarge 64 512 30 737
r7i: large 2 16 12.5 29 | xlarge 4 32 12.5 58 | 2xlarge 8 64 12.5 58 | 4xlarge 16 128 12.5 234 |
  8xlarge 32 256 12.5 234 | 12xlarge 48 384 18.75 234 | 16xlarge 64 512 25 737 | 24xlarge 96 768 37.5 737 |
  48xlarge 192 1536 50 737
r8g: medium 1 8 12.5 8 | large 2 16 12.5 29 | xlarge 4 32 12.5 58 | 2xlarge 8 64 15 58 |
  4xlarge 16 128 15 234 | 8xlarge 32 256 15 234 | 12xlarge 48 384 22.5 234 | 16xlarge 64 512 30 737 |
  24xlarge 96 768 40 737 | 48xlarge 192 1536 50 737
g4ad: xlarge 4 16 10 8 | 2xlarge 8 32 10 8 | 4xlarge 16 64 10 29 | 8xlarge 32 128 15 58 |
  16xlarge 64 256 25 234
g4dn: xlarge 4 16 25 29 | 2xlarge 8 32 25 29 | 4xlarge 16 64 25 29 | 8xlarge 32 128 50 58 |
  12xlarge 48 192 50 234 | 16xlarge 64 256 50 58
g5: xlarge 4 16 10 58 | 2xlarge 8 32 10 58 | 4xlarge 16 64 25 234 | 8xlarge 32 128 25 234 |
  12xlarge 48 192 40 737 | 16xlarge 64 256 25 234 | 24xlarge 96 384 50 737 | 48xlarge 192 768 100 345
g6: xlarge 4 16 10 58 | 2xlarge 8 32 10 58 | 4xlarge 16 64 25 234 | 8xlarge 32 128 25 234 |
  12xlarge 48 192 40 234 | 16xlarge 64 256 25 737 | 24xlarge 96 384 50 737 | 48xlarge 192 768 100 737
g6e: xlarge 4 32 20 58 | 2xlarge 8 64 20 58 | 4xlarge 16 128 20 234 | 8xlarge 32 256 25 234 |
  12xlarge 48 384 100 292 | 16xlarge 64 512 35 737 | 24xlarge 96 768 200 492 | 48xlarge 192 1536 400 492
p4d p4de: 24xlarge 96 1152 100 737
p5: 4xlarge 16 256 100 118 | 48xlarge 192 2048 100 100
i3en: large 2 16 25 29 | xlarge 4 32 25 58 | 2xlarge 8 64 25 58 | 3xlarge 12 96 25 58 |
  6xlarge 24 192 25 234 | 12xlarge 48 384 50 234 | 24xlarge 96 768 100 737
i4g: large 2 16 10 29 | xlarge 4 32 10 58 | 2xlarge 8 64 12 58 | 4xlarge 16 128 25 234 |
  8xlarge 32 256 18.75 234 | 16xlarge 64 512 37.5 737
i4i: large 2 16 10 29 | xlarge 4 32 10 58 | 2xlarge 8 64 12 58 | 4xlarge 16 128 25 234 |
  8xlarge 32 256 18.75 234 | 12xlarge 48 384 28.125 234 | 16xlarge 64 512 37.5 737 |
  24xlarge 96 768 56.25 437 | 32xlarge 128 1024 75 737
inf1: xlarge 4 8 25 38 | 2xlarge 8 16 25 38 | 6xlarge 24 48 25 234 | 24xlarge 96 192 100 321
inf2: xlarge 4 16 15 58 | 8xlarge 32 128 25 234 | 24xlarge 96 384 50 737 | 48xlarge 192 768 100 737
trn1: 2xlarge 8 32 12.5 58 | 32xlarge 128 512 100 247
`;

export const amazonTypesSource =
  "EC2's DescribeInstanceTypes, as getmoto/moto keeps it (moto/ec2/resources/instance_types.json, 34d6cad5a, 2026-08-02)";
