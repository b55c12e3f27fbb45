// Where people find each document of src/input/kubelet-sources/kubelet-source-rows.ts, by its title: only the table in
// docs/guides/your-cluster.md says it, so that no bundle carries it.
export const clusterPlaces = {
  "kubeadm's ConfigMap kubelet-config": '`kubectl get configmap kubelet-config -n kube-system -o yaml`, of kubeadm and kind',
  '/configz of a kubelet': '`kubectl get --raw /api/v1/nodes/<node>/proxy/configz`',
  'EKS NodeConfig': 'user data of a node of EKS (nodeadm), alone or in a part of MIME',
  'kubeadm configuration': '`kubeadm init --config`, `kubeadm join --config`; a KubeletConfiguration among its documents is read as such',
  'kubeadm patch of KubeletConfiguration':
    'the folder of `kubeadm init --patches`: `kubeletconfiguration+strategic.yaml`, `kubeletconfiguration0+merge.yaml`, `kubeletconfiguration+json.yaml`',
  'kind Cluster': '`kind create cluster --config`',
  'k3s configuration': "`/etc/rancher/k3s/config.yaml`, and RKE2's",
  'k3s registries': "`/etc/rancher/k3s/registries.yaml`, and RKE2's",
  'Talos machine configuration': '`talosctl gen config`, `talosctl get machineconfig -o yaml`, patches of it',
  'Talos documents':
    'KubeletConfig, RegistryMirrorConfig and CRICustomizationConfig beside the machine configuration, Talos 1.12 and later',
  'kops Cluster': '`kops get cluster -o yaml`',
  'kops InstanceGroup': '`kops get instancegroups -o yaml`; over what the Cluster says',
  'kubespray variables': '`group_vars/k8s_cluster/*.yml`',
  'OpenShift KubeletConfig': '`oc get kubeletconfig -o yaml`',
};
